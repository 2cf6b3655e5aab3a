/** How many things may go on at once, of each caller and of all together. */
export class Places {
  private readonly taken = new Map<string, number>();
  private all = 0;

  constructor(private readonly most: { readonly ofOne: number; readonly ofAll: number }) {}

  /** @returns what gives the place back, or whose limit was reached */
  enter(caller: string): (() => void) | 'one' | 'all' {
    const now = this.taken.get(caller) ?? 0;
    if (now >= this.most.ofOne) return 'one';
    if (this.all >= this.most.ofAll) return 'all';
    this.taken.set(caller, now + 1);
    this.all += 1;
    return () => {
      this.all -= 1;
      const left = this.taken.get(caller)! - 1;
      if (left) this.taken.set(caller, left);
      else this.taken.delete(caller);
    };
  }
}
