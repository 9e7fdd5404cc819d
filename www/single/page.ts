import type { takeKept as take, workOffline as work } from '../offline/page';

/** In the place of `../offline/page` where the page is a single file: there is nothing to fetch, and nothing newer on a server. */
export const workOffline: typeof work = async (_, listener) => listener.ready();

export const takeKept: typeof take = async () => undefined;
