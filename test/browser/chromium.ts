import { createReadStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { spawn, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';

export interface Browser {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];
/** No background network calls, and no sandbox when the tests run as root. */
const ARGS = [
  '--no-sandbox',
  // A page lives for seconds: optimizing its code costs more than it saves.
  '--js-flags=--no-opt --no-maglev',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

async function unpack(archive: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = new Promise<void>((resolve, reject) =>
    tar.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`tar ended with ${code}`)))),
  );
  await pipeline(createReadStream(archive), createBrotliDecompress(), tar.stdin);
  await ended;
}

const folderOf = (file: string): string => dirname(fileURLToPath(import.meta.resolve(file)));

/** Without fonts Chromium crashes at the first emoji and draws no monospaced text, so the tests include some. */
async function fontsFile(): Promise<string> {
  const folder = join(tmpdir(), `trt-fonts-${process.getuid?.() ?? 0}`);
  await mkdir(folder, { recursive: true });
  const places = [
    join(folderOf('dejavu-fonts-ttf/package.json'), 'ttf'),
    folderOf('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
  ];
  const families = {
    'sans-serif': 'DejaVu Sans',
    serif: 'DejaVu Serif',
    monospace: 'DejaVu Sans Mono',
    emoji: 'Noto Emoji',
  };
  const lines = [
    ...places.map((place) => `<dir>${place}</dir>`),
    `<cachedir>${join(folder, 'cache')}</cachedir>`,
    ...Object.entries(families).map(
      ([generic, family]) =>
        `<alias binding="same"><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`,
    ),
  ];
  const file = join(folder, 'fonts.conf');
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, `<?xml version="1.0"?>\n<fontconfig>\n${lines.join('\n')}\n</fontconfig>\n`);
  await rename(partial, file);
  return file;
}

/** The npm package's Chromium, with bundled libraries for systems that lack them. */
async function packaged(): Promise<Browser> {
  const { default: chromium } = await import('@sparticuz/chromium');
  const executablePath = await chromium.executablePath();
  const libraries = join(tmpdir(), 'trt-chromium-libraries');
  if (!existsSync(libraries)) {
    const bin = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'bin');
    const partial = `${libraries}.${process.pid}`;
    await unpack(join(bin, 'al2023.tar.br'), partial);
    await rename(partial, libraries).catch(() => rm(partial, { recursive: true, force: true }));
  }
  const missing = spawnSync('ldd', [executablePath], { encoding: 'utf8' }).stdout.includes('not found');
  const env = {
    FONTCONFIG_FILE: await fontsFile(),
    ...(missing && { LD_LIBRARY_PATH: join(libraries, 'lib') }),
  };
  return { executablePath, args: ARGS, env };
}

/** The system's browser if there is one, otherwise the packaged one (BROWSER=packaged forces it). */
export async function findBrowser(): Promise<Browser> {
  const system =
    process.env.BROWSER === 'packaged'
      ? undefined
      : [process.env.CHROMIUM_PATH, ...SYSTEM].find((p) => p && existsSync(p));
  // The same fonts everywhere, so that a page looks alike on every machine.
  return system
    ? { executablePath: system, args: ARGS, env: { FONTCONFIG_FILE: await fontsFile() } }
    : packaged();
}
