import { renderToString } from 'react-dom/server';
import { Landing } from './Landing.js';

/** Called by the build (vite.plugins.ts): the markup included in landing.html. */
export const render = (): string => renderToString(<Landing />);
