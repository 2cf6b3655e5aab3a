import { Injectable } from '@nestjs/common';
import { DatabaseLink } from '../database/database-link.js';
import { KeyCheck } from '../keys/key-check.js';

/** Whether this process is ready to work. */
@Injectable()
export class Readiness {
  private draining = false;

  constructor(
    private readonly link: DatabaseLink,
    private readonly keys: KeyCheck,
  ) {}

  /** After the first stop signal, no new work should be sent here. */
  drain(): void {
    this.draining = true;
  }

  get database(): boolean {
    return this.link.available;
  }

  /** Reads work, and nothing can be saved. */
  get readOnly(): boolean {
    return this.link.readOnly;
  }

  get ready(): boolean {
    return !this.draining && this.link.writable && this.keys.fitting;
  }
}
