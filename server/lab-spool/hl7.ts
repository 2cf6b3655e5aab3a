/** The syntax of HL7 v2: segments, fields, repetitions, components; their separators are the message's own. */

/** What the first segment declares; those not declared are not separators. */
interface Separators {
  readonly field: string;
  readonly component: string;
  readonly repetition: string;
  readonly escape: string;
  readonly subcomponent: string;
}

/** An empty separator separates nothing. */
const split = (text: string, by: string): string[] => (by ? text.split(by) : [text]);

const bytesOf = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1');

/** \F\ is the field separator in a text, \X0A\ a byte; highlighting and codes of other charsets are dropped. */
function unescaped(text: string, { field, component, repetition, escape, subcomponent }: Separators): string {
  if (!escape || !text.includes(escape)) return text;
  const [first = '', ...rest] = text.split(escape);
  let out = first;
  // Between two escape characters is a code; one without its end is text.
  for (let i = 0; i < rest.length; i += 2) {
    const code = rest[i]!;
    if (i + 1 === rest.length) return out + escape + code;
    const named: Record<string, string> = {
      F: field,
      S: component,
      R: repetition,
      E: escape,
      T: subcomponent,
      '.br': '\n',
    };
    out += Object.hasOwn(named, code)
      ? named[code]!
      : /^X([0-9a-f]{2})+$/i.test(code)
        ? bytesOf(code.slice(1))
        : '';
    out += rest[i + 1]!;
  }
  return out;
}

/** A field's or a component's place; each counts from 1. */
interface Part {
  component?: number;
  subcomponent?: number;
}

/** `""` says that something is deleted: there is no value. */
const present = (text: string): string => (text === '""' ? '' : text.trim());

export class Segment {
  readonly name: string;
  private readonly fields: readonly string[];

  constructor(
    text: string,
    private readonly separators: Separators,
  ) {
    const [name = '', ...fields] = split(text, separators.field);
    this.name = name;
    // The separator after MSH is its first field.
    this.fields = name === 'MSH' ? [separators.field, ...fields] : fields;
  }

  /** A field as it came, with its separators. */
  raw(field: number): string {
    return this.fields[field - 1] ?? '';
  }

  /** The value of a part of a field's first repetition, '' where there is none. */
  value(field: number, component = 1): string {
    return this.values(field, { component })[0] ?? '';
  }

  /** The same part of each repetition. */
  values(field: number, { component = 1, subcomponent = 1 }: Part = {}): string[] {
    return split(this.raw(field), this.separators.repetition).map((one) => {
      const part = split(one, this.separators.component)[component - 1] ?? '';
      return present(
        unescaped(split(part, this.separators.subcomponent)[subcomponent - 1] ?? '', this.separators),
      );
    });
  }
}

const HEADER = /^MSH[^\w\s]/;

/** null: this is no HL7 v2 message. */
export function parseMessage(text: string): Segment[] | null {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '');
  const first = lines[0]?.trimStart();
  if (!first || !HEADER.test(first)) return null;
  const field = first[3]!;
  const [component = '', repetition = '', escape = '', subcomponent = ''] = first
    .slice(4)
    .split(field, 1)[0]!;
  const separators = { field, component, repetition, escape, subcomponent };
  return [first, ...lines.slice(1)].map((line) => new Segment(line.trimStart(), separators));
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const CHARSETS: Readonly<Record<string, 'utf8' | 'latin1' | 'either'>> = {
  '': 'either',
  ASCII: 'either',
  'ISO IR6': 'either',
  'UNICODE UTF-8': 'utf8',
  'UTF-8': 'utf8',
  'ISO IR192': 'utf8',
  '8859/1': 'latin1',
  'ISO-8859-1': 'latin1',
  'ISO IR100': 'latin1',
};

/** The text of a message by its own word (MSH-18); null: a charset that is not known, or bytes that are not in it. */
export function decoded(bytes: Buffer, declared: string): string | null {
  const charset = CHARSETS[declared.trim().toUpperCase()];
  if (!charset) return null;
  if (charset === 'latin1') return bytes.toString('latin1');
  try {
    return UTF8.decode(bytes);
  } catch {
    return charset === 'either' ? bytes.toString('latin1') : null;
  }
}
