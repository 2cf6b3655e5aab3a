import { ConfigError, EXIT_CONFIG } from '../config/config.js';
import { loadGatewayConfig } from '../config/gateway-config.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { Log } from '../platform/logging/log.js';
import { Spool } from '../lab-spool/spool.js';
import { DropFolder } from './drop-folder.js';
import { LabIntake } from './intake.js';
import { MllpServer } from './mllp-server.js';

/** `npm run lab-gateway`: takes results of laboratories for the portal, which need not run at the same time. */
async function run(): Promise<void> {
  const config = loadGatewayConfig();
  const log = new Log(config);
  const spool = new Spool(config.spoolDir, new FieldCipher(config));
  await spool.prepare();
  const intake = new LabIntake(spool, log);
  const server = new MllpServer(intake, config, log);
  const folder = config.dropDir ? new DropFolder(config.dropDir, intake, log) : null;
  const port = await server.start();
  if (folder) await folder.start();
  else await spool.noteStuck(0);
  log.info('the laboratory gateway is listening', {
    host: config.host,
    port,
    tls: config.tls !== null,
    folder: folder !== null,
  });
  const stop = () => {
    void (async () => {
      await server.stop();
      await folder?.stop();
      process.exit(0);
    })();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof ConfigError ? EXIT_CONFIG : 1);
}
