// Trains the emergency classifier from the wordings beside it and writes its weights to common/assistant.
// Deterministic. Run `npm run build:server` first; `--judge` only prints the curve on held-out families.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const features = await import('../dist/common/emergency/emergency-features.js');
const { transform } = await import('@swc/core');
const { default: COMMON_WORDS } = await import('@zxcvbn-ts/language-en/dist/commonWords.json.mjs');
const { emergencyKindsByPattern } = await import('../dist/common/emergency/emergency-patterns.js');
const { EMERGENCY_KINDS } = await import('../dist/common/emergency/emergency-kinds.js');
const { DANGER_SLOTS, KIND_SLOTS, dangerFeatures, kindFeatures, readWords, slotOf } = features;

const PER_FAMILY = 90;
const FOLDS = 5;
const EPOCHS = 20;
const DROPPED = 0.4;
const SHRINK = 1e-5;
const LEVELS = 7;
/** Harmless wordings get a higher weight, because there are fewer. */
const HARMLESS = 2;

/** mulberry32 */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const pick = (list, rng) => list[Math.floor(rng() * list.length)];
function shuffled(list, rng) {
  const copy = [...list];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(rng() * (i + 1));
    [copy[i], copy[j]] = [copy[j], copy[i]];
  }
  return copy;
}

/** The families of the text files: { kind, name, templates }. */
function readFamilies() {
  const folder = new URL('./emergency-wordings/', import.meta.url);
  const families = [];
  for (const file of readdirSync(folder).sort())
    for (const line of readFileSync(new URL(file, folder), 'utf8').split('\n')) {
      if (!line.trim() || line.startsWith('#')) continue;
      if (line.startsWith('= ')) {
        const [kind, name] = line.slice(2).split('.');
        families.push({ kind, name: `${kind}.${name}`, templates: [] });
      } else families.at(-1).templates.push(line);
    }
  return families;
}

/** A text file in the repository that contains only lists. */
async function lists(path) {
  const source = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  const { code } = await transform(source, {
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  });
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}
/** Questions from the assistant's tests: everyday ones are harmless, and its emergencies are known. */
async function knownWordings() {
  const { ANSWERED, REFUSED } = await lists('test/assistant/golden.ts');
  const { PLAIN, LOOSE } = await lists('test/assistant/wordings.ts');
  const { ADVERSARIAL } = await lists('test/assistant/adversarial.ts');
  const { STARTER_QUESTIONS } = await lists('server/assistant/starter-questions.ts');
  const { EVERYDAY_ARTICLES } = await lists('server/assistant/everyday-articles.ts');
  const { DAILY_LIFE_ARTICLES } = await lists('server/assistant/daily-life-articles.ts');
  const { PORTAL_ARTICLES } = await lists('server/assistant/portal-articles.ts');
  const { EMERGENCY_PHRASES } = await lists('test/assistant/emergencies.ts');
  const misleading = ADVERSARIAL.filter(([, allowed]) => !allowed.includes('emergency'));
  const harmless = [...ANSWERED, ...REFUSED, ...PLAIN, ...LOOSE, ...misleading].map(([text]) => text);
  for (const [slug, texts] of Object.entries(STARTER_QUESTIONS))
    if (!/^(emergency|urgent)/.test(slug)) harmless.push(...texts);
  for (const { asked_as: texts } of [...EVERYDAY_ARTICLES, ...DAILY_LIFE_ARTICLES, ...PORTAL_ARTICLES])
    harmless.push(...texts);
  const quiet = harmless.filter((text) => emergencyKindsByPattern(text).length === 0);
  // Sorted by text into ten parts, each treated as a family.
  const parts = Array.from({ length: 10 }, (_, i) => ({
    kind: 'none',
    name: `none.questions-${i}`,
    templates: quiet.filter((_, at) => Math.floor((at * 10) / quiet.length) === i),
  }));
  return [
    ...parts,
    ...Object.entries(EMERGENCY_PHRASES).map(([kind, templates]) => ({
      kind,
      name: `${kind}.known`,
      templates,
    })),
  ];
}

const COMMON = COMMON_WORDS.slice(0, 7000).filter((word) => /^[a-z]{2,}$/.test(word));
const filler = (most, rng) =>
  Array.from(
    { length: Math.floor(rng() * (most + 1)) },
    () => COMMON[Math.floor(COMMON.length * rng() ** 2)],
  ).join(' ');

const expand = (template, rng) =>
  template
    .replace(/\[([^\]]*)\]/g, (_, choices) => pick(choices.split('|'), rng))
    .replace(/\s+/g, ' ')
    .trim();

const BEFORE = [
  '',
  '',
  '',
  '',
  'hi',
  'hey doc',
  'hello',
  'so',
  'um',
  'question',
  'please help',
  'hola',
  'doc',
  'ok so',
];
const AFTER = [
  '',
  '',
  '',
  '',
  'what do i do',
  'is that normal',
  'please advise',
  'thanks',
  'help',
  'what now',
  'gracias',
  'should i worry',
  'since yesterday',
  'today',
];

const BY_SOUND = [
  [/ai/, 'a'],
  [/ea/, 'e'],
  [/ea/, 'ee'],
  [/ough/, 'off'],
  [/gh/, ''],
  [/ph/, 'f'],
  [/ck/, 'k'],
  [/ing\b/, 'in'],
  [/oa/, 'o'],
  [/ie/, 'ei'],
  [/(.)\1/, '$1'],
  [/tion/, 'shun'],
  [/th/, 'f'],
  [/c(?=[aou])/, 'k'],
  [/e\b/, ''],
  [/ou/, 'o'],
  [/y\b/, 'ie'],
  [/h/, ''],
  [/qu/, 'k'],
  [/ll/, 'y'],
  [/v/, 'b'],
  [/er\b/, 'a'],
];
function slip(word, rng) {
  if (rng() < 0.5) {
    const [from, to] = pick(BY_SOUND, rng);
    return word.replace(from, to);
  }
  const i = 1 + Math.floor(rng() * (word.length - 1));
  const how = rng();
  if (how < 0.3) return word.slice(0, i) + word.slice(i + 1);
  if (how < 0.55) return word.slice(0, i) + word[i - 1] + word.slice(i);
  if (how < 0.8 && i < word.length - 1) return word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2);
  return word.slice(0, i) + pick([...'aeiourstnl'], rng) + word.slice(i + 1);
}
const misspelt = (text, rng) =>
  text
    .split(' ')
    .map((w) => (w.length > 3 && rng() < 0.35 ? slip(w, rng) : w))
    .join(' ');

function wordingsOf(family, rng) {
  // A wording without alternatives is also learned unchanged.
  const fixed = family.templates.filter((text) => !text.includes('['));
  const found = new Map(fixed.map((text) => [text, { text, kind: family.kind, family: family.name }]));
  for (let i = 0; i < PER_FAMILY * 4 && found.size < PER_FAMILY + fixed.length; i++) {
    const plain = expand(pick(family.templates, rng), rng);
    let text = plain;
    if (rng() < 0.5) text = `${pick(BEFORE, rng)} ${text} ${pick(AFTER, rng)}`.trim();
    if (rng() < 0.25) text = rng() < 0.5 ? `${filler(6, rng)} ${text}` : `${text} ${filler(6, rng)}`;
    if (rng() < 0.45) text = misspelt(text.toLowerCase(), rng);
    found.set(text, { text, kind: family.kind, family: family.name });
  }
  return [...found.values()];
}

const slots = (list, size) => Uint32Array.from(new Set(list.map((f) => slotOf(f, size))));
function prepared(wording) {
  const words = readWords(wording.text).slice(0, 30);
  return {
    ...wording,
    danger: wording.kind !== 'none',
    slots: slots(dangerFeatures(words), DANGER_SLOTS),
    kindSlots: slots(kindFeatures(words), KIND_SLOTS),
  };
}

const sum = (weights, found, offset = 0) => {
  let total = 0;
  for (const slot of found) total += weights[offset + slot];
  return total / Math.sqrt(found.length || 1);
};

/** Logistic regression with Adagrad and a little shrinkage. */
function trainDangerOnce(data, rng) {
  const weights = new Float64Array(DANGER_SLOTS);
  const seen = new Float64Array(DANGER_SLOTS).fill(1e-2);
  let bias = 0;
  for (let epoch = 0; epoch < EPOCHS; epoch++)
    for (const { slots: all, danger } of shuffled(data, rng)) {
      // Leaves out a part each time, so that no single word decides.
      const found = all.filter(() => rng() > DROPPED);
      const p = 1 / (1 + Math.exp(-(bias + sum(weights, found))));
      const slope = (p - (danger ? 1 : 0)) * (danger ? 1 : HARMLESS);
      bias -= 0.02 * slope;
      const scale = 1 / Math.sqrt(found.length || 1);
      for (const slot of found) {
        const g = slope * scale + SHRINK * weights[slot];
        seen[slot] += g * g;
        weights[slot] -= (0.15 * g) / Math.sqrt(seen[slot]);
      }
    }
  return { weights, bias };
}

/** The mean of several trainings: which doubtful wordings are found depends less on their order. */
function trainDanger(data, seeds) {
  const models = seeds.map((seed) => trainDangerOnce(data, random(seed)));
  const mean = (of) => models.reduce((total, model) => total + of(model), 0) / models.length;
  return {
    weights: models[0].weights.map((_, slot) => mean(({ weights }) => weights[slot])),
    bias: mean(({ bias }) => bias),
  };
}

function trainKinds(data, rng) {
  const size = EMERGENCY_KINDS.length;
  const weights = new Float64Array(KIND_SLOTS * size);
  const seen = new Float64Array(KIND_SLOTS * size).fill(1e-2);
  for (let epoch = 0; epoch < EPOCHS; epoch++)
    for (const { kindSlots: found, kind } of shuffled(data, rng)) {
      const scores = EMERGENCY_KINDS.map((_, k) => sum(weights, found, k * KIND_SLOTS));
      const top = Math.max(...scores);
      const parts = scores.map((s) => Math.exp(s - top));
      const all = parts.reduce((a, b) => a + b);
      for (let k = 0; k < size; k++) {
        const slope = (parts[k] / all - (EMERGENCY_KINDS[k] === kind ? 1 : 0)) / Math.sqrt(found.length);
        for (const slot of found) {
          const at = k * KIND_SLOTS + slot;
          const g = slope + 1e-4 * weights[at];
          seen[at] += g * g;
          weights[at] -= (0.2 * g) / Math.sqrt(seen[at]);
        }
      }
    }
  return weights;
}

/** Fifteen levels, -7 to 7: half a byte a weight. */
function quantised(weights) {
  const sizes = Float64Array.from(weights, Math.abs).sort();
  const step = sizes[Math.floor(sizes.length * 0.997)] / LEVELS;
  const levels = Int8Array.from(weights, (w) => Math.max(-LEVELS, Math.min(LEVELS, Math.round(w / step))));
  return { levels, step };
}
const restored = ({ levels, step }) => Float64Array.from(levels, (l) => l * step);

function packed({ levels }) {
  const bytes = Buffer.alloc(levels.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = ((levels[2 * i] + 8) << 4) | (levels[2 * i + 1] + 8);
  return bytes.toString('base64');
}

/** Scores of wordings by models that never saw their family. */
function judged(families, byFamily) {
  const rng = random(7);
  const order = shuffled(families, rng);
  return order
    .flatMap((_, i) => (i < FOLDS ? [i] : []))
    .flatMap((fold) => {
      const kept = new Set(order.filter((_, i) => i % FOLDS === fold).map((f) => f.name));
      const train = families
        .filter((f) => !kept.has(f.name))
        .flatMap((f) => byFamily.get(f.name))
        .concat(background);
      const { weights, bias } = trainDangerOnce(train, random(11 + fold));
      const small = restored(quantised(weights));
      return families
        .filter((f) => kept.has(f.name))
        .flatMap((f) => byFamily.get(f.name))
        .map((w) => ({
          ...w,
          score: bias + sum(small, w.slots),
          floor: emergencyKindsByPattern(w.text).length > 0,
        }));
    });
}

function printCurve(scored) {
  const share = (list, test) => `${((100 * list.filter(test).length) / list.length).toFixed(1)} %`;
  const dangerous = scored.filter((w) => w.danger);
  const harmless = scored.filter((w) => !w.danger);
  console.warn(`${dangerous.length} dangerous, ${harmless.length} harmless wordings of families kept out`);
  console.warn('threshold | found | false alarms | found with patterns | false alarms with patterns');
  for (const at of [0, 0.5, 1, 1.25, 1.5, 2, 2.5, 3, 3.5, 4]) {
    const over = (w) => w.score > at;
    const either = (w) => over(w) || w.floor;
    console.warn(
      [
        at,
        share(dangerous, over),
        share(harmless, over),
        share(dangerous, either),
        share(harmless, either),
      ].join(' | '),
    );
  }
  if (!process.argv.includes('--families')) return;
  const names = [...new Set(scored.map((w) => w.family))];
  for (const name of names) {
    const own = scored.filter((w) => w.family === name);
    const wrong = own.filter((w) => (w.score > 0 || (w.danger && w.floor)) !== w.danger);
    if (wrong.length / own.length > 0.15)
      console.warn(
        `${name}: ${wrong.length} of ${own.length}`,
        wrong.slice(0, 3).map((w) => w.text),
      );
  }
}

/** Sentences around random words: neither "my left ..." nor unknown text is a danger. */
const FRAMES =
  `my [w] is [w]|my [w] [w] is [w] today|my left [w] [w] the [w]|my right [w] [w]|I have a [w] in my [w]|I can't [w] my [w]
can't [w] the [w]|can not [w] [w]|I [w] my [w] since this morning|what [w] do I [w]|I [w] the whole [w]|[w] and [w] on my [w]|my wife [w] my [w]
my son [w] the [w]|my kid [w] [w]|my baby [w] my [w]|I think I have [w] [w]|the [w] won't [w]|feels like [w]|I feel [w] and [w]|I am [w] after [w]
[w] all over my [w]|I was [w] for [n] hours|I took [n] [w]|I took my [w] and [w]|[w] is [n] over [w]|I want to [w]|I want to [w] my [w]|I don't want to [w] the [w]
I don't want [w]|going to [w] the [w]|gonna [w] [w] tonight|no one [w] my [w]|there is no [w] in [w]|I keep [w] the [w]|I woke up [w]|[w] in one [w]
since yesterday my [w] [w]|I got [w] on my [w]|suddenly [w] [w]|help me [w] my [w]|please [w] the [w]|he is [w]|she [w] her [w]|it hurts my [w]|[w] so bad
I was thinking about [w]|thinking of [w] the [w]|if I [w] the [w]|I have [w] for [n] [w]|I had [w] in [n]|is it ok to [w]|should I [w] my [w]|does [w] cause [w]
where I [w] my [w]|the [w] from my [w]|my [w] after the shot|[w] after my injection|gel on my [w]|the gel and [w]|my dose of [w]|mi [w] esta [w]|no puedo [w]
no quiero [w]|tengo [w]|me [w] el [w]|mi hijo [w]|estoy [w]|se me [w] el [w]|desde ayer [w]|ya no [w]`.split(
    /[|\n]/,
  );
function noise(count, dangerous, rng) {
  const words = COMMON.filter((word) => !dangerous.has(word));
  const word = () => words[Math.floor(words.length * rng() ** 1.5)];
  return Array.from({ length: count }, (_, i) => {
    const text =
      i % 3
        ? pick(FRAMES, rng)
            .replace(/\[w\]/g, word)
            .replace(/\[n\]/g, () => 1 + Math.floor(rng() * 99))
        : filler(10, rng);
    return { text: text || 'ok', kind: 'none', family: 'none.noise' };
  });
}

const families = [...readFamilies(), ...(await knownWordings())];
const rng = random(2026);
const byFamily = new Map(families.map((f) => [f.name, wordingsOf(f, rng).map(prepared)]));
const dangerous = new Set(
  families
    .filter((f) => f.kind !== 'none')
    .flatMap((f) =>
      f.templates
        .join(' ')
        .toLowerCase()
        .match(/[a-z]+/g),
    ),
);
const background = noise(6000, dangerous, rng).map(prepared);
if (process.argv.includes('--judge')) printCurve(judged(families, byFamily));
else {
  const all = [...byFamily.values()].flat().concat(background);
  const danger = trainDanger(all, [3, 11, 29, 47]);
  const dangerTable = quantised(danger.weights);
  const kinds = quantised(
    trainKinds(
      all.filter((w) => w.danger),
      random(5),
    ),
  );
  const text = `/* Written by scripts/train-emergency.mjs. */
export const BIAS = ${danger.bias.toFixed(4)};
export const DANGER_STEP = ${dangerTable.step.toFixed(6)};
export const DANGER =
  '${packed(dangerTable)}';
export const KINDS =
  '${packed(kinds)}';
`;
  writeFileSync(new URL('../common/emergency/emergency-weights.ts', import.meta.url), text);
  console.warn(
    `${all.length} wordings of ${families.length} families; ${(gzipSync(text).length / 1000).toFixed(1)} kB gzip`,
  );
}
