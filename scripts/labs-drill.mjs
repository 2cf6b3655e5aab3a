// `npm run drill:labs`: kills the laboratory gateway 200 times and the portal 50 times between message and acknowledgment.
// `mllp_send` of Debian's python3-hl7 sends to it as well, if it is installed.
// `npm run drill:labs -- FOLDER`: instead, `mllp_send` sends the ORU^R01 messages in the files of a folder, of whichever authors.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const [folder] = process.argv.slice(2);

const found = spawnSync('sh', ['-c', 'command -v mllp_send'], { encoding: 'utf8' }).stdout.trim();
if (!found)
  process.stderr.write(
    'mllp_send is missing (Debian: python3-hl7): the sender of other authors is left out.\n',
  );
if (folder && !found) process.exit(1);
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
    ...(folder ? ['--testNamePattern', 'a folder of messages of other authors'] : []),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      FAULT_ROUNDS: process.env.FAULT_ROUNDS ?? '200',
      NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
      ...(found && { MLLP_SEND: found }),
      ...(folder && { LAB_MESSAGES: resolve(folder) }),
    },
  },
);
process.exit(status ?? 1);
