import { SetMetadata, type Type } from '@nestjs/common';

export const DESCRIBED = 'described';

/** What the description of the calls cannot read from a handler. */
export interface AlsoDescribed {
  /** The body, where a guard reads it. */
  body?: Type;
  /** Answers 302 to another address. */
  redirects?: true;
  /** Another status that has the same body as success. */
  alsoAt?: number;
}

export const AlsoDescribed = (said: AlsoDescribed) => SetMetadata(DESCRIBED, said);
