import { Injectable } from '@nestjs/common';
import { DatabaseLink } from '../database/database-link.js';
import { KeyCheck } from '../keys/key-check.js';

/** Whether this process can do its work right now. */
@Injectable()
export class Readiness {
  private draining = false;

  constructor(
    private readonly link: DatabaseLink,
    private readonly keys: KeyCheck,
  ) {}

  /** From the first signal to stop on, no new work should be sent here. */
  drain(): void {
    this.draining = true;
  }

  get database(): boolean {
    return this.link.available;
  }

  get ready(): boolean {
    return !this.draining && this.database && this.keys.fitting;
  }
}
