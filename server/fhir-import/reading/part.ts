/** A part of a file whose shape is not known: what is missing, or of another kind, reads as nothing. */
export class Part {
  constructor(private readonly value: unknown) {}

  private get members(): Record<string, unknown> {
    return typeof this.value === 'object' && this.value !== null && !Array.isArray(this.value)
      ? (this.value as Record<string, unknown>)
      : {};
  }

  at(key: string): Part {
    return new Part(Object.hasOwn(this.members, key) ? this.members[key] : undefined);
  }

  each(key: string): Part[] {
    const list = this.at(key).value;
    return Array.isArray(list) ? list.map((one) => new Part(one)) : [];
  }

  has(key: string): boolean {
    return this.at(key).value !== undefined;
  }

  /** '' if it is no text. */
  text(key: string): string {
    const { value } = this.at(key);
    return typeof value === 'string' ? value.trim() : '';
  }

  /** The texts of a list. */
  texts(key: string): string[] {
    return this.each(key).flatMap(({ value }) =>
      typeof value === 'string' && value.trim() ? [value.trim()] : [],
    );
  }

  number(key: string): number | null {
    const { value } = this.at(key);
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  }

  boolean(key: string): boolean | null {
    const { value } = this.at(key);
    return typeof value === 'boolean' ? value : null;
  }

  /** The codes of a CodeableConcept in one system. */
  codes(key: string, system: string): string[] {
    return this.at(key)
      .each('coding')
      .filter((coding) => coding.text('system') === system)
      .map((coding) => coding.text('code'));
  }

  /** The codes of a CodeableConcept, or of a list of them, in whatever system. */
  allCodes(key: string): string[] {
    const list = this.each(key);
    return (list.length ? list : [this.at(key)])
      .flatMap((concept) => concept.each('coding'))
      .map((coding) => coding.text('code'))
      .filter(Boolean);
  }

  /** The address of the first extension, anywhere in it, that may change what it says; null where there is none. */
  get modifier(): string | null {
    const open: unknown[] = [this.value];
    while (open.length) {
      const next = open.pop();
      if (typeof next !== 'object' || next === null) continue;
      if (Object.hasOwn(next, 'modifierExtension')) {
        const part = new Part(next);
        const [first] = part.each('modifierExtension');
        const isEmpty = Array.isArray(part.at('modifierExtension').value) && !first;
        if (!isEmpty) return first?.text('url') ?? '';
      }
      for (const one of Object.values(next)) open.push(one);
    }
    return null;
  }

  /** A CodeableConcept in words: its own, else the name of a code. */
  words(key: string): string {
    const concept = this.at(key);
    const named = concept.each('coding').map((coding) => coding.text('display'));
    return concept.text('text') || (named.find(Boolean) ?? '');
  }

  /** How a CodeableConcept reads in a report: its words, else a code. */
  shown(key: string): string {
    const [coding] = this.at(key).each('coding');
    return this.words(key) || (coding?.text('code') ?? '');
  }

  /** Every reference of an element, which may be one or a list. */
  references(key: string): string[] {
    const list = this.each(key);
    return (list.length ? list : [this.at(key)]).map((one) => one.text('reference')).filter(Boolean);
  }
}
