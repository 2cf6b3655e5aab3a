import { renderToString } from 'react-dom/server';
import { Landing } from './Landing.js';

/** Called by the build (vite.plugins.ts): the markup that landing.html carries. */
export const render = (): string => renderToString(<Landing />);
