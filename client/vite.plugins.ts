import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const prerenderModule = '/src/public/landing/prerender.tsx';
type Prerender = { render: () => string };

/** Writes the landing page's markup into landing.html, so that it is readable before any script runs. */
export function landingPage(): Plugin {
  return {
    name: 'landing-page',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url === '/' || request.url?.startsWith('/?')) request.url = '/landing.html';
        next();
      });
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, context) {
        if (!context.filename.endsWith('landing.html')) return html;
        const { render } = context.server
          ? ((await context.server.ssrLoadModule(prerenderModule)) as Prerender)
          : (
              await runnerImport<Prerender>(here(`.${prerenderModule}`), {
                configFile: false,
                root: here('.'),
              })
            ).module;
        return html.replace('<!--landing-->', render());
      },
    },
  };
}

/** A tiny blocking script that applies the chosen colours before the first paint; inline is forbidden by the CSP. */
export function colorSchemeScript(): Plugin {
  const source = () => readFileSync(here('./src/shared/theme/scheme.js'), 'utf8');
  return {
    name: 'color-scheme-script',
    buildStart() {
      if (this.environment.mode === 'build') {
        this.emitFile({ type: 'asset', name: 'scheme.js', source: source() });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        const built = Object.values(context.bundle ?? {}).find(
          (part) => part.type === 'asset' && part.names.includes('scheme.js'),
        );
        const src = built ? `/${built.fileName}` : '/src/shared/theme/scheme.js';
        return html.replace('</title>', `</title>\n    <script src="${src}"></script>`);
      },
    },
  };
}

/** Preloads the named font files (their addresses carry a hash known only after the build). */
export function fontPreload(names: string[]): Plugin {
  return {
    name: 'font-preload',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const files = Object.keys(context.bundle ?? {});
        return names.flatMap((name) => {
          const file = files.find((path) => path.includes(name) && path.endsWith('.woff2'));
          const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` };
          return file ? [{ tag: 'link', attrs, injectTo: 'head' as const }] : [];
        });
      },
    },
  };
}

/** Writes which modules each chunk holds, so that the bundle check can prove what a patient never downloads. */
export function moduleList(root: string): Plugin {
  return {
    name: 'module-list',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [part] : []));
      const list = chunks.map((chunk) => [chunk.fileName, chunk.moduleIds.map((id) => relative(root, id))]);
      this.emitFile({
        type: 'asset',
        fileName: '.vite/modules.json',
        source: JSON.stringify(Object.fromEntries(list), null, 1),
      });
    },
  };
}

const LANGUAGES = here('../languages/');

/** Takes words from the folder of a language: languages/es/client/account/text/en.ts for client/src/account/text/en.ts.
 * A file that stands for no English one ends the build: what it says would never be read. */
export function language(tag: string): Plugin {
  const own = `${LANGUAGES}${tag}/`;
  const unread = new Set(
    readdirSync(own, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /^(client|common)\/.+\.tsx?$/.test(name),
    ),
  );
  const twinOf = (file: string): string => relative(here('..'), file).replace(/^client\/src\//, 'client/');
  return {
    name: 'language',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!importer || importer.startsWith(own)) return null;
      const english = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (!english || english.external || english.id.includes('node_modules')) return null;
      const twin = twinOf(english.id);
      if (!existsSync(own + twin)) return null;
      unread.delete(twin);
      return own + twin;
    },
    buildEnd(error) {
      if (!error && unread.size)
        throw new Error(`languages/${tag}: no English file of words for ${[...unread].join(', ')}`);
    },
    transformIndexHtml: (html) => html.replace('<html lang="en">', `<html lang="${tag}">`),
  };
}
