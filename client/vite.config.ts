import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { colorSchemeScript, fontPreload, landingPage, moduleList } from './vite.plugins.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env['API_ORIGIN'] ?? 'http://localhost:3000';
const proxied = ['/auth', '/api', '/files', '/dev', '/livez', '/readyz'];

export default defineConfig({
  root: here('.'),
  // The server puts a fresh nonce here on each request.
  html: { cspNonce: '__CSP_NONCE__' },
  plugins: [
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
    outDir: here('../dist/client'),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { landing: here('landing.html'), app: here('index.html') } },
  },
  server: {
    port: 5173,
    strictPort: true,
    fs: { allow: [here('..')] },
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: server }])),
  },
});
