/**
 * A browser may end a worker without a word, for want of memory: a lock that it holds is then free. (Where there are no locks it goes unseen.)
 * In the worker: takes a lock for as long as it lives, and says by which name.
 */
export function live(say: (lock: string) => void): void {
  const lock = `chunklab ${Math.random()}`;
  navigator.locks?.request(lock, () => {
    say(lock);
    return new Promise(() => {});
  });
}

/** On the page: what is called once the worker with this lock is gone. */
export function whenEnded(lock: string, ended: () => void): void {
  navigator.locks.request(lock, ended);
}
