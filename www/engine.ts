import { whenEnded } from './living';
import type {
  Answer,
  Answered,
  Ask,
  AskExport,
  AskFind,
  Cleaning,
  Edit,
  Fields,
  Measured,
  Part,
  Request,
  Warned,
} from './protocol';
import { chunker } from './workers';

interface Listener {
  answered(answer: Answered): void;
  /** More of a long text is loaded. */
  progressed(part: Part): void;
  warned(warned: Warned): void;
  /** The worker trapped and was started again. */
  restarted(): void;
  /** It trapped again at the same text and settings: it waits for a change. */
  stopped(): void;
  /** The WebAssembly file could not be loaded. */
  unloaded(): void;
}

type Wanted = Pick<Ask, 'metadata' | 'fields' | 'offsets' | 'shown' | 'limit' | 'isAfresh'>;

/** A request with whoever waits for its answer. */
interface Waiting {
  message: Request;
  resolve(answer: Answer): void;
  reject(reason: Error): void;
}

/** What cleaning changes in one version of the text. */
export interface Cleaned {
  version: number;
  cleaning: Cleaning;
}

/** Talks to the worker: one request runs, the newest waits, nothing is debounced. Edits are never dropped. */
export class Engine {
  /** Started by the first request. */
  #worker: Worker | undefined;
  #edits: Edit[] = [];
  /** The worker has no text yet, or lost it: the whole of it goes with the next request. */
  #needsText = true;
  #version = 0;
  #wanted: Wanted | undefined;
  #waits = false;
  #running: 'ask' | Waiting | undefined;
  #requests: Waiting[] = [];
  /** What was asked when the worker trapped last. */
  #trappedAt = '';
  /** What was asked when work was given up: it is not begun again before something else is asked. */
  #restsAt = '';

  constructor(
    private readonly text: () => string,
    private readonly listener: Listener,
  ) {}

  /** The version of the text that the next answer will be for, at least. */
  get version(): number {
    return this.#version;
  }

  /** Whether something newer than what runs, or ran last, was asked for. */
  get isBehind(): boolean {
    return this.#waits;
  }

  /** Takes edits of the text, each in positions of the text before all of them, the last one in the text first. */
  edit(edits: Edit[]): void {
    this.#version += 1;
    if (!this.#needsText) this.#edits.push(...edits);
  }

  /** Takes a text that replaces all there was. */
  replace(): void {
    this.#version += 1;
    this.#needsText = true;
    this.#edits = [];
  }

  /** False if what is asked was given up: it is not begun again. */
  ask(wanted: Wanted): boolean {
    // What waits and is not sent is wanted still.
    const isAfresh = wanted.isAfresh || (this.#waits && this.#wanted?.isAfresh === true);
    this.#wanted = { ...wanted, isAfresh };
    if (this.#restsAt === this.#at) return false;
    this.#restsAt = '';
    this.#waits = true;
    this.#next();
    return true;
  }

  /** The chunks of the newest text in a format. */
  async export(wanted: Omit<AskExport, 'type'>): Promise<Blob> {
    const answer = await this.#request({ type: 'export', ...wanted });
    return answer.type === 'exported' ? answer.blob : new Blob();
  }

  /** The numbers that other settings give for the newest text. */
  async measure(fields: Fields, limit: number | undefined): Promise<Measured | undefined> {
    const answer = await this.#request({ type: 'measure', fields, limit });
    return answer.type === 'measured' ? answer.statistics : undefined;
  }

  /** The next chunk that a number counts. */
  async find(sought: Omit<AskFind, 'type'>): Promise<number | undefined> {
    const answer = await this.#request({ type: 'find', ...sought });
    return answer.type === 'found' ? answer.index : undefined;
  }

  /** What cleaning changes in the newest text. */
  async cleaning(): Promise<Cleaned | undefined> {
    const version = this.#version;
    const answer = await this.#request({ type: 'clean' });
    return answer.type === 'cleaned' ? { version, cleaning: answer.cleaning } : undefined;
  }

  /** Gives up what runs. The next question about another text or other settings starts anew. */
  stop(): void {
    this.#renew();
    this.#fail(new Error('stopped'));
    this.#rest();
  }

  /** The text and the settings that the newest question is about. */
  get #at(): string {
    return JSON.stringify([this.#version, [...(this.#wanted?.metadata ?? [])], this.#wanted?.fields]);
  }

  #rest(): void {
    this.#restsAt = this.#at;
    this.#waits = false;
  }

  #request(message: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#requests.push({ message, resolve, reject });
      // It is about the text: a worker that has none is given it first.
      if (this.#needsText) this.#waits = true;
      this.#next();
    });
  }

  #post(message: Ask | Request): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const worker = chunker();
    // One that was given up may still fail once more.
    const ended = () => {
      if (worker === this.#worker) this.#trapped();
    };
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.type === 'living') whenEnded(data.lock, ended);
      else this.#take(data);
    };
    worker.onmessageerror = ended;
    worker.onerror = (event) => {
      event.preventDefault();
      // What has no message is a script that did not come.
      if (event instanceof ErrorEvent) ended();
      else if (worker === this.#worker) this.#unloaded('the worker could not be loaded');
    };
    return worker;
  }

  #next(): void {
    if (this.#running) return;
    if (this.#waits && this.#wanted) {
      this.#waits = false;
      this.#running = 'ask';
      const ask: Ask = { type: 'ask', version: this.#version, edits: this.#edits, ...this.#wanted };
      this.#wanted.isAfresh = false;
      try {
        if (this.#needsText) ask.text = this.text();
        this.#needsText = false;
        this.#edits = [];
        this.#post(ask);
      } catch {
        // There is no memory for the text once more.
        this.#trapped();
      }
      return;
    }
    const next = this.#requests.shift();
    if (next) {
      this.#running = next;
      this.#post(next.message);
    }
  }

  #take(answer: Answer): void {
    const running = this.#running;
    if (answer.type === 'progress') {
      this.listener.progressed(answer.part);
      return;
    }
    // More of the same answer follows.
    if (answer.type === 'answer' && answer.part) {
      this.listener.answered(answer);
      return;
    }
    if (answer.type === 'warned') {
      // The last thing that is done with a text unasked has gone well, too.
      this.#trappedAt = '';
      this.listener.warned(answer);
      return;
    }
    if (answer.type === 'trapped') {
      this.#trapped();
      return;
    }
    this.#running = undefined;
    if (answer.type === 'answer') {
      this.listener.answered(answer);
    } else if (answer.type !== 'unloaded') {
      if (typeof running === 'object') running.resolve(answer);
    } else {
      this.#unloaded(answer.message);
      return;
    }
    this.#next();
  }

  /** The next request tries again, in a worker that has not failed. */
  #unloaded(message: string): void {
    this.#renew();
    this.#fail(new Error(message));
    this.listener.unloaded();
  }

  /** A WebAssembly that trapped is not used again. */
  #trapped(): void {
    this.#renew();
    const at = this.#at;
    this.#abandon(new Error('the chunker stopped'));
    if (at === this.#trappedAt) {
      this.#fail(new Error('the chunker stops'));
      this.#rest();
      this.listener.stopped();
      return;
    }
    this.#trappedAt = at;
    this.#waits = true;
    this.listener.restarted();
    this.#next();
  }

  #renew(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#needsText = true;
    this.#edits = [];
  }

  /** What runs will not be answered. */
  #abandon(reason: Error): void {
    if (typeof this.#running === 'object') this.#running.reject(reason);
    this.#running = undefined;
  }

  #fail(reason: Error): void {
    this.#abandon(reason);
    for (const waiting of this.#requests.splice(0)) waiting.reject(reason);
  }
}
