import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What clamd finds in files of its makers' test. */
export const TEST_VIRUS = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

const COMMAND = Buffer.from('zINSTREAM\0');

/** Speaks as clamd does: the command, chunks with their length, an empty one at the end. */
export class FakeClamd {
  /** How many bytes each file had. */
  readonly files: number[] = [];
  mode: 'up' | 'hangs up' | 'refuses' = 'up';
  private readonly server: Server = createServer((socket) => this.serve(socket));

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `clamd://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
  }

  private serve(socket: Socket): void {
    const parts: Buffer[] = [];
    let rest = Buffer.alloc(0);
    let commanded = false;
    // Bytes of the chunk that have not arrived.
    let left = 0;
    socket.on('error', () => undefined);
    socket.on('data', (more: Buffer) => {
      rest = Buffer.concat([rest, more]);
      if (!commanded && rest.length < COMMAND.length) return;
      if (!commanded) {
        if (!rest.subarray(0, COMMAND.length).equals(COMMAND)) return void socket.destroy();
        commanded = true;
        rest = rest.subarray(COMMAND.length);
      }
      while (left > 0 ? rest.length > 0 : rest.length >= 4) {
        if (left === 0) {
          left = rest.readUInt32BE(0);
          rest = rest.subarray(4);
          if (left === 0) return this.answer(socket, Buffer.concat(parts));
        }
        const part = rest.subarray(0, left);
        parts.push(part);
        left -= part.length;
        rest = rest.subarray(part.length);
      }
    });
  }

  private answer(socket: Socket, file: Buffer): void {
    this.files.push(file.length);
    if (this.mode === 'hangs up') return void socket.destroy();
    const found = file.includes(TEST_VIRUS) ? 'Eicar-Test-Signature FOUND' : 'OK';
    socket.end(this.mode === 'up' ? `stream: ${found}\0` : 'INSTREAM size limit exceeded. ERROR\0');
  }
}
