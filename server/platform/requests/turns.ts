import type { FastifyReply, FastifyRequest } from 'fastify';
import { whenOver } from './when-over.js';

interface Line {
  running: number;
  /** In the order in which they came. */
  readonly waiting: Set<(turn: boolean) => void>;
}

/** How many requests of one caller go on at once. As many more wait in line for so long. */
export class Turns {
  private readonly lines = new Map<string, Line>();

  constructor(
    private readonly most: { readonly running: number; readonly waiting: number; readonly ms: number },
  ) {}

  /** @returns false where the line is too long, or took too long; otherwise the turn lasts until the request is over */
  async take(caller: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const line = this.lines.get(caller) ?? { running: 0, waiting: new Set() };
    if (line.running < this.most.running) {
      line.running += 1;
      this.lines.set(caller, line);
    } else if (line.waiting.size >= this.most.waiting || !(await this.wait(line, request, reply)))
      return false;
    whenOver(request, reply, () => this.passOn(caller, line));
    return true;
  }

  private wait(line: Line, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (turn: boolean): void => {
        if (!line.waiting.delete(settle)) return;
        clearTimeout(timer);
        resolve(turn);
      };
      const timer = setTimeout(settle, this.most.ms, false);
      line.waiting.add(settle);
      whenOver(request, reply, () => settle(false));
    });
  }

  private passOn(caller: string, line: Line): void {
    const [first] = line.waiting;
    if (first) return first(true);
    line.running -= 1;
    if (!line.running) this.lines.delete(caller);
  }
}
