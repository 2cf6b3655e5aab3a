import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate file system that can be filled to the last byte. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** null: this machine does not allow mounting. */
  static mount(mebibytes: number): SmallDisk | null {
    const folder = mkdtempSync(join(tmpdir(), 'trt-disk-'));
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]);
    if (status === 0) {
      chmodSync(folder, 0o755);
      return new SmallDisk(folder);
    }
    rmSync(folder, { recursive: true });
    return null;
  }

  static possible(): boolean {
    const disk = SmallDisk.mount(1);
    disk?.unmount();
    return disk !== null;
  }

  /** The owner of that path may write here. */
  ownLike(path: string): this {
    const { uid, gid } = statSync(path);
    chownSync(this.folder, uid, gid);
    return this;
  }

  fill(): void {
    const ballast = openSync(join(this.folder, 'ballast'), 'a');
    try {
      for (let block = Buffer.alloc(65536); block.length; block = block.subarray(block.length >> 1)) {
        try {
          for (;;) writeSync(ballast, block);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          if (block.length === 1) break;
        }
      }
    } finally {
      closeSync(ballast);
    }
  }

  free(): void {
    rmSync(join(this.folder, 'ballast'));
  }

  unmount(): void {
    spawnSync('umount', ['--lazy', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
