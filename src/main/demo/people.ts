import { v7 as uuidv7 } from 'uuid'
import { authorName } from '#platform/names.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { type Chance, daysBefore } from './chance.ts'
import type { NamedPerson } from './demo-files.ts'
import { inChunks } from './in-chunks.ts'

/** The demo's accounts; everybody else has no password and cannot sign in. */
export const demoAccounts = ['ada', 'bao', 'carmen']
export const moderator = 'carmen'

/** The number of generated supporters in addition to the named people. */
const generatedSupporters = 900

/** Age of the accounts in days: all are older than the oldest campaign. */
const memberSince = { from: 100, to: 400 }

export type DemoPeople = {
  /** Ids of the people of fictional.json by their key. */
  named: ReadonlyMap<string, string>
  supporters: string[]
}

type Invented = { email: string; firstName: string; lastName: string; username: string | null; bio: string; role: string }

export async function loadPeople(tx: Tx, given: { people: NamedPerson[]; passwordHash: string; now: Date; chance: Chance }): Promise<DemoPeople> {
  const { people, passwordHash, now, chance } = given
  function row({ email, firstName, lastName, username, bio, role }: Invented) {
    const since = daysBefore(now, chance.between(memberSince.from, memberSince.to))
    return {
      id: uuidv7({ msecs: since.getTime() }),
      email,
      ...nameColumns(firstName, lastName),
      username,
      display_username: username,
      bio,
      role,
      pledge_privately: false,
      is_established: true,
      counting_from: since,
      created_at: since,
      updated_at: since,
    }
  }

  const named = people.map(({ key, firstName, lastName, username, bio = '' }) =>
    row({ email: `${key}@demo.test`, firstName, lastName, username, bio, role: key === moderator ? 'moderator' : 'member' }),
  )
  const supporters = inventedNames(chance, generatedSupporters).map(({ firstName, lastName }, n) =>
    row({ email: `supporter-${n + 1}@demo.test`, firstName, lastName, username: null, bio: '', role: 'member' }),
  )
  await inChunks([...named, ...supporters], (rows) => tx.insertInto('person').values(rows).execute())

  const accounts = named.filter(({ email }) => demoAccounts.some((key) => email === `${key}@demo.test`))
  // Confirmed, so that they can see receipts; without mail, because the addresses do not exist.
  await tx
    .updateTable('person')
    .set({ email_verified: true, notify_email: false })
    .where(
      'id',
      'in',
      accounts.map(({ id }) => id),
    )
    .execute()
  await tx
    .insertInto('auth_account')
    .values(accounts.map(({ id }) => ({ id: uuidv7(), person_id: id, provider_id: 'credential', account_id: id, password: passwordHash })))
    .execute()
  return { named: new Map(people.map(({ key }, n) => [key, named[n]?.id ?? ''])), supporters: supporters.map(({ id }) => id) }
}

const firstNames =
  'Adaeze Aiko Amara Anders Anouk Arjun Asha Aylin Beatriz Bilal Björn Camila Chidi Dalia Daniela Dario Dilnoza Eitan Elif Emeka Esra Fatou Felix Femke Gintarė Hana Haruto Ifeoma Ines Ishaan Jamal Jun Kaito Kalina Kamau Karim Lars Leilani Lucía Mateo Mei Milan Nadia Naveen Noor Oksana Olu Paloma Petra Quynh Rashid Renata Rosa Samir Sina Siobhán Tariq Thandiwe Tove Uma Wanjiru Xiomara Yusuf Zanele Zofia'.split(
    ' ',
  )
const lastNames =
  'Abebe Adeyemi Aguilar Ahmadi Andersson Banerjee Barzani Bianchi Boateng Castillo Chaudhry Chen Cohen Demir Diallo Dubois Eriksen Farouk Fernández Fischer García Gómez Haddad Hansen Horvat Ibrahim Ivanova Jansen Kapoor Keita Khan Kim Kowalski Laurent Lindholm Lopes Mbeki Mendoza Moreau Mwangi Nakamura Ndiaye Nguyen Novák Nowak Okafor Oliveira Pappas Park Patel Pereira Popescu Quispe Rahman Reyes Rossi Saito Sharma Silva Tanaka Tran Vargas Virtanen Weber Yilmaz Zhang Zulu'.split(
    ' ',
  )

export const nameColumns = (firstName: string, lastName: string) => ({
  full_name: `${firstName} ${lastName}`,
  first_name: firstName,
  last_name: lastName,
  display_name: authorName(firstName, lastName) ?? firstName,
})

/** Draws names without repetition from all combinations of first and last names. */
export function inventedNames(chance: Chance, count: number) {
  const all = firstNames.flatMap((firstName) => lastNames.map((lastName) => ({ firstName, lastName })))
  return chance.shuffled(all).slice(0, count)
}
