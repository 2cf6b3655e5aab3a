import { SHARED_TEXT } from '../text/en.js';
import { invalidState } from '../errors/errors.js';

/** A status in a sentence: what it is ("This plan is …"), and what it cannot be ("so it cannot be …"). */
type StatusWords = readonly [is: string, be: string];

/** The legal moves of one lifecycle; nothing else writes a status. */
export class TransitionTable<S extends string> {
  /** @param words for each status whose name does not stand in a sentence by itself */
  constructor(
    private readonly subject: string,
    private readonly moves: Readonly<Record<S, readonly S[]>>,
    private readonly words?: Readonly<Partial<Record<S, StatusWords>>>,
  ) {}

  allows(from: S, to: S): boolean {
    return this.moves[from].includes(to);
  }

  /** Throws 409 invalid_state for a move the table does not list. */
  assert(from: S, to: S): void {
    if (this.allows(from, to)) return;
    const [is] = this.words?.[from] ?? [from];
    const [, be] = this.words?.[to] ?? [to, to];
    throw invalidState(
      from === to
        ? SHARED_TEXT.alreadyIs(this.subject, is ?? from)
        : SHARED_TEXT.isSoItCannotBe(this.subject, is ?? from, be ?? to),
    );
  }

  from(to: S): S[] {
    return (Object.keys(this.moves) as S[]).filter((s) => this.moves[s].includes(to));
  }
}
