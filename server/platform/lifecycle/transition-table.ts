import { invalidState } from '../errors/errors.js';

/** The legal moves of one lifecycle; nothing else writes a status. */
export class TransitionTable<S extends string> {
  constructor(
    private readonly subject: string,
    private readonly moves: Readonly<Record<S, readonly S[]>>,
  ) {}

  allows(from: S, to: S): boolean {
    return this.moves[from].includes(to);
  }

  /** Throws 409 invalid_state for a move the table does not list. */
  assert(from: S, to: S): void {
    if (this.allows(from, to)) return;
    const article = /^[aeiou]/.test(this.subject) ? 'An' : 'A';
    throw invalidState(`${article} ${this.subject} that is ${from} cannot become ${to}.`);
  }

  from(to: S): S[] {
    return (Object.keys(this.moves) as S[]).filter((s) => this.moves[s].includes(to));
  }
}
