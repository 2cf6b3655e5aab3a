// `npm run drill:labs`: kills the laboratory gateway 200 times and the portal 50 times between message and acknowledgment.
// `mllp_send` of Debian's python3-hl7 sends to it as well, if it is installed.
import { spawnSync } from 'node:child_process';

const found = spawnSync('sh', ['-c', 'command -v mllp_send'], { encoding: 'utf8' }).stdout.trim();
if (!found)
  process.stderr.write(
    'mllp_send is missing (Debian: python3-hl7): the sender of other authors is left out.\n',
  );
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/jest/bin/jest.js',
    '-c',
    'test/jest.config.mjs',
    '--selectProjects',
    'server',
    '--testPathPatterns',
    'faults/laboratories',
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      FAULT_ROUNDS: process.env.FAULT_ROUNDS ?? '200',
      NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
      ...(found && { MLLP_SEND: found }),
    },
  },
);
process.exit(status ?? 1);
