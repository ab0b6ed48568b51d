import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'

/** Returns the path of pgbench, or null. */
export function findPgbench(): string | null {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [...(process.env.PATH ?? '').split(':'), ...versions.map((version) => `/usr/lib/postgresql/${version}/bin`)]
  return folders.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file)) ?? null
}

const tables = `
  create table plain_pledge (campaign_id int not null, person_id uuid not null, state text not null, counted_at timestamptz, primary key (campaign_id, person_id));
  create table plain_stats (campaign_id int primary key, supporters bigint not null) with (fillfactor = 50);
  insert into plain_stats values (1, 0)`

const script = `begin;
insert into plain_pledge values (1, gen_random_uuid(), 'counted', now());
update plain_stats set supporters = supporters + 1 where campaign_id = 1;
commit;
`

/** The baseline: pgbench runs one transaction for each pledge, without HTTP, sessions or rules. */
export async function plainWay(options: { pgbench: string; url: string; pool: pg.Pool; clients: number }) {
  await options.pool.query(tables)
  const folder = mkdtempSync(join(tmpdir(), 'holdout-pgbench-'))
  const file = join(folder, 'pledge.sql')
  writeFileSync(file, script)
  const args = ['-n', '-f', file, '-c', String(options.clients), '-j', '2', '-M', 'prepared']
  return {
    /** Pledges per second, measured over `seconds`. */
    async rate(seconds: number): Promise<number> {
      const { stdout } = await promisify(execFile)(options.pgbench, [...args, '-T', String(seconds), options.url], { timeout: (seconds + 30) * 1000 })
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
    },
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}
