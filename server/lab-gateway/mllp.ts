import { LARGEST_MESSAGE } from '../lab-spool/message.js';

const START = 0x0b;
const END = 0x1c;
/** Of a message that is too large: enough for the first segment, so that its sender can be answered. */
const KEPT_OF_TOO_LARGE = 64 * 1024;

export interface Frame {
  bytes: Buffer;
  /** Longer than a message may be; `bytes` are its beginning. */
  tooLarge: boolean;
}

/** Finds the messages in what a connection sends, in whatever pieces it comes; bytes between two frames are skipped. */
export class Framer {
  private pieces: Buffer[] | null = null;
  private length = 0;

  /** Bytes of the frame that is not complete. */
  get held(): number {
    return this.pieces ? Math.min(this.length, LARGEST_MESSAGE) : 0;
  }

  get open(): boolean {
    return this.pieces !== null;
  }

  /** The frames that this piece completes. */
  push(piece: Buffer): Frame[] {
    const frames: Frame[] = [];
    for (let at = 0; at < piece.length;) {
      if (!this.pieces) {
        const start = piece.indexOf(START, at);
        if (start < 0) break;
        this.begin();
        at = start + 1;
        continue;
      }
      const end = piece.indexOf(END, at);
      const upTo = end < 0 ? piece.length : end;
      // A frame that starts within another: the first one was cut off.
      const again = piece.subarray(at, upTo).lastIndexOf(START);
      if (again >= 0) {
        this.begin();
        at += again + 1;
      }
      this.keep(piece.subarray(at, upTo));
      at = upTo + 1;
      if (end >= 0) frames.push(this.finish());
    }
    return frames;
  }

  private begin(): void {
    this.pieces = [];
    this.length = 0;
  }

  private keep(piece: Buffer): void {
    this.length += piece.length;
    if (this.length <= LARGEST_MESSAGE) this.pieces!.push(Buffer.from(piece));
    else this.pieces = [Buffer.concat(this.pieces!).subarray(0, KEPT_OF_TOO_LARGE)];
  }

  private finish(): Frame {
    const frame = { bytes: Buffer.concat(this.pieces!), tooLarge: this.length > LARGEST_MESSAGE };
    this.pieces = null;
    this.length = 0;
    return frame;
  }
}

export const framed = (message: string): Buffer =>
  Buffer.concat([Buffer.from([START]), Buffer.from(message, 'latin1'), Buffer.from([END, 0x0d])]);
