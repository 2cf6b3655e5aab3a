import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, badRequest, validationFailed } from '../errors/errors.js';
import { UPLOAD_LIMIT, isUpload, tooLarge } from './large-bodies.js';
import { SHARED_TEXT } from '../text/en.js';

const LONGEST_NAME = 255;

/** One file that was sent, whole. */
export class Upload {
  constructor(
    readonly name: string,
    readonly content: Buffer,
  ) {}

  /** What tells two uploads apart, without their megabytes. */
  toJSON(): { name: string; sha256: string } {
    return { name: this.name, sha256: createHash('sha256').update(this.content).digest('base64') };
  }
}

/** What could not be taken. Who may not send at all is told that first. */
class Refused {
  constructor(readonly why: AppError) {}
}

/** Room for a second part, so that it is seen and refused. */
const LIMITS = { fileSize: UPLOAD_LIMIT, files: 2, fields: 2, parts: 2, headerPairs: 20 };

async function read(request: FastifyRequest): Promise<Upload> {
  let upload: Upload | null = null;
  let parts = 0;
  for await (const part of request.parts({ limits: LIMITS })) {
    parts += 1;
    if (part.type === 'file' && parts === 1)
      upload = new Upload(part.filename.slice(0, LONGEST_NAME), await part.toBuffer());
    else if (part.type === 'file') part.file.resume();
  }
  if (!upload || parts !== 1) throw validationFailed({ file: SHARED_TEXT.oneFile });
  return upload;
}

function fault(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge();
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT')
    return validationFailed({ file: SHARED_TEXT.oneFile });
  return badRequest(SHARED_TEXT.fileCouldNotRead);
}

/** Files arrive whole before anything else is done with their request, as JSON does. */
export function readUploads(fastify: FastifyInstance): void {
  fastify.addHook('preValidation', async (request) => {
    if (!isUpload(request) || !request.isMultipart()) return;
    const body = await read(request).catch((error: unknown) => new Refused(fault(error)));
    // What was refused may have been read up to the limit.
    request.received = body instanceof Upload ? body.content.length : UPLOAD_LIMIT;
    request.body = body;
  });
}

export async function addUploadParser(fastify: FastifyInstance): Promise<void> {
  await fastify.register(multipart);
}

/** Parameter decorator: the file of this request. */
export const UploadedFile = createParamDecorator((_: unknown, context: ExecutionContext): Upload => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  if (body instanceof Upload) return body;
  if (body instanceof Refused) throw body.why;
  throw validationFailed({ file: SHARED_TEXT.oneFile });
});
