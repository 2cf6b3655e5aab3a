import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

/** A file to be sent, and what the browser calls it. */
export interface Download {
  stream: Readable;
  name: string;
}

/** Kept by the person who asked for it; never shown inside the portal's own origin. */
export const SANDBOX = "default-src 'none'; frame-ancestors 'none'; sandbox";

export const attachment = (type: string, { stream, name }: Download): StreamableFile =>
  new StreamableFile(stream, { type, disposition: `attachment; filename="${name}"` });
