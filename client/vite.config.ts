import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { colorSchemeScript, fontPreload, landingPage, language, moduleList } from './vite.plugins.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env['API_ORIGIN'] ?? 'http://localhost:3000';
/** The language of a build by its folder in `languages`; English without it. */
const LANGUAGE = process.env['CLIENT_LANGUAGE'] ?? '';
const proxied = ['/auth', '/api', '/files', '/dev', '/livez', '/readyz'];

/** Emotion, the queries, and the parts of MUI that the sign-in page uses. */
const CORE = new RegExp(
  [
    'node_modules/(@emotion|stylis|@mui/(system|styled-engine|private-theming|utils)',
    '@mui/material/(Box|Button|ButtonBase|ButtonGroup|Typography|CircularProgress|SvgIcon|styles|CssBaseline',
    'GlobalStyles|InitColorSchemeScript|colors|DefaultPropsProvider|zero-styled|transitions))/(?!Stack|useMediaQuery|isMuiElement|useControlled)',
    // Left to themselves they would be small pieces of their own.
    'node_modules/@mui/icons-material/(CheckCircle|ErrorOutline|Info|RadioButtonUnchecked|WarningAmber)Outlined\\.',
    '/shared/password/Reasons\\.',
    'node_modules/@tanstack/(query-core|react-query)/.*/(?!.*(mutationObserver|useMutation|infiniteQueryObserver|useInfiniteQuery|queriesObserver|useQueries|hydration))',
  ].join('|'),
);

/** The router package resolves to its development build by default, with every warning text. */
const routerBuild = (file: string) => here(`../node_modules/react-router/dist/production/${file}.mjs`);

export default defineConfig(({ command }) => ({
  root: here('.'),
  // The server puts a fresh nonce here on each request.
  html: { cspNonce: '__CSP_NONCE__' },
  plugins: [
    ...(LANGUAGE ? [language(LANGUAGE)] : []),
    react(),
    landingPage(),
    colorSchemeScript(),
    fontPreload(['figtree-latin-wght-normal', 'newsreader-latin-wght-normal']),
    moduleList(here('..')),
    compression({
      include: /\.(js|css|svg)$/,
      algorithms: ['gzip', 'brotliCompress'],
      threshold: 1024,
    }),
  ],
  resolve: {
    alias: [
      { find: /^#common\//, replacement: here('../common/') },
      { find: /^#client\//, replacement: here('src/') },
      ...(command === 'build'
        ? [
            { find: /^react-router$/, replacement: routerBuild('index') },
            { find: /^react-router\/dom$/, replacement: routerBuild('dom-export') },
          ]
        : []),
    ],
    dedupe: [
      'react',
      'react-dom',
      'react-router',
      'react-router-dom',
      '@tanstack/react-query',
      '@emotion/react',
      '@emotion/styled',
      '@mui/material',
      'react-hook-form',
      'ra-core',
    ],
  },
  build: {
    outDir: here(`../dist/client${LANGUAGE && `-${LANGUAGE}`}`),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The list of what every lazy page needs would be a tenth of what the sign-in page downloads of our own code.
      resolveDependencies: (_file, needed, { hostType }) => (hostType === 'html' ? needed : []),
    },
    rolldownOptions: {
      // A page brings only what it uses of our own modules; what one does on loading stays where one of its exports is used.
      treeshake: { moduleSideEffects: (id: string) => !/\/(client\/src|common)\/.+\.tsx?$/.test(id) },
      input: { landing: here('landing.html'), app: here('index.html') },
      // What every page but the landing page needs, in one piece: many small ones compress worse.
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            { name: 'core', test: CORE, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    fs: { allow: [here('..')] },
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: server }])),
  },
}));
