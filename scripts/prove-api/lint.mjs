import { DESCRIPTION, runPackage } from '../packages.mjs';

/** Redocly's recommended rules; what is let pass says why in redocly.yaml and .redocly.lint-ignore.yaml. */
export async function lint() {
  const { ok, said } = await runPackage('@redocly/cli', 'redocly', ['lint', DESCRIPTION, '--format=json']);
  const { totals, problems } = JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1));
  for (const { severity, ruleId, message, location } of problems)
    process.stdout.write(`  ${severity} ${ruleId}: ${message} (${location[0]?.pointer ?? ''})\n`);
  process.stdout.write(`lint: ${totals.errors} errors, ${totals.warnings} warnings\n`);
  return ok && totals.errors === 0;
}
