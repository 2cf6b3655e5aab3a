// Prints what a fault run measured, as a table for docs/security.md. Used when FAULT_ROUNDS is set.
import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';

export default class TableReporter {
  onRunComplete() {
    if (!process.env.TEST_POSTGRES) return;
    const file = join(JSON.parse(process.env.TEST_POSTGRES).folder, 'measured.jsonl');
    if (!existsSync(file)) return;
    const all = readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    // A retried test counts with its last result.
    const rows = [...new Map(all.map((row) => [row.fault, row])).values()];
    const lines = rows.map(({ fault, bound, seen }) => `| ${fault} | ${bound} | ${seen} |`);
    const head = ['| fault | limit | measured |', '| --- | --- | --- |'];
    const when = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, load average ${loadavg()[2].toFixed(1)}`;
    process.stdout.write(`\nMeasured ${when}\n\n${[...head, ...lines.toSorted()].join('\n')}\n`);
  }
}
