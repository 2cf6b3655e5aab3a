// The end-to-end tests, with every call and answer of a person shown to Prism.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Judge } from './judge.mjs';
import { ROOT, operations } from '../packages.mjs';

async function tests(pattern, url) {
  const args = ['-c', 'test/jest.config.mjs', '--selectProjects', 'server', '--silent'];
  const child = spawn('jest', [...args, '--testPathPatterns', pattern], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, API_JUDGE: url, NODE_OPTIONS: '--experimental-vm-modules --no-warnings' },
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}

function report(judge) {
  const say = (line) => process.stdout.write(`${line}\n`);
  for (const [what, { count, path }] of [...judge.found].toSorted(([one], [other]) =>
    one.localeCompare(other),
  ))
    say(`  ${what} (${count} times, e.g. ${path})`);
  const left = [...judge.left].map(([start, count]) => `${start} ${count}`).join(', ');
  say(
    `prism: ${judge.judged} answers judged, of ${judge.operations.size} of ${operations().length} operations`,
  );
  say(`prism: not judged, as not described: ${left || 'none'}`);
  const blind = [...judge.spoiled].filter(([, seen]) => !seen).map(([kind]) => kind);
  say(
    `prism: of ${judge.spoiled.size} kinds of answers a spoiled copy was shown; ${blind.length} went unseen`,
  );
  for (const kind of blind) say(`  unseen: ${kind}`);
  say(`prism: ${judge.found.size} kinds of violations`);
  return judge.found.size === 0 && blind.length === 0 && judge.judged > 0;
}

export async function prism(pattern) {
  const judge = await Judge.start();
  try {
    const passed = await tests(pattern, judge.url);
    await judge.waiting;
    return report(judge) && passed;
  } finally {
    await judge.stop();
  }
}
