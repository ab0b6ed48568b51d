import { type PrivateDetail, privateDetailKinds } from './terms.ts'

// The rules are strict on purpose: a text that waits without reason keeps somebody from speaking, and a missed one can be reported.

const letters = String.raw`\p{L}\p{M}'’.-`

/** A number that begins with + and a country code, or a number of North America with separators. */
const international = /(?<![\w+/=-])\+[1-9](?:[\s().-]{0,2}\d){7,14}(?![\d-])/gu
const northAmerican = /(?<![\w+/=.-])(?:1[\s.-])?(?:\([2-9]\d{2}\)\s?|[2-9]\d{2}[.-])[2-9]\d{2}[\s.-]\d{4}(?![\w-])/gu
/** Any other number, only after a word such as "call". */
const national =
  /(?:call|phone|tel(?:ephone)?|mobile|cell|whatsapp|sms|text|ring|handy|telefon|anrufen|reach)\b[^\n\d+]{0,25}(0[1-9](?:[\s()/.-]{0,2}\d){6,11})(?!\d)/giu
/** Numbers that a caller does not pay for belong to companies: 800 and its like, by country. */
const free = /^(?:1?8(?:00|33|44|55|66|77|88)\d{7}|800\d+|(?:44|49|33|39|41|43|31|32|34|61)0?80\d+|0?80[08]\d+)$/

const email = /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]{1,64}@((?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.)+\p{L}{2,24})(?![\p{L}\d@])/gu

/** A street with its number, only after words that make it somebody's home. */
const street = String.raw`(?:\d{1,5}[a-z]?\s+(?:[NSEW]\.?\s+)?(?:\p{Lu}[${letters}]*\s+){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Court|Ct|Boulevard|Blvd|Terrace|Close|Crescent|Way|Place)\b|\p{Lu}\p{L}+(?:straße|strasse|str\.|weg|platz|allee|gasse)\s+\d{1,4}[a-z]?\b)`
const home = String.raw`(?:\b(?:lives?|living|resides?|wohnt|home\s+(?:address\s+)?is|(?:his|her|their)\s+(?:home|house|flat|apartment|private\s+address)|home\s+address)\b)`
const homeAddress = new RegExp(String.raw`${home}[^\n.!?]{0,40}?${street}`, 'iu')
const streetOnly = new RegExp(street, 'u')

const socialSecurity = /(?<![\d-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/
const named =
  /\b(?:passport|identity card|id card|id number|social security|ssn|national insurance|driver['’]?s? licen[cs]e|personalausweis|reisepass)\b[^\n\d]{0,20}\b([a-z]{0,2}\d[a-z\d -]{4,16}\d[a-z]?)\b/iu
const card = /(?<![\d-])[3-6](?:[ -]?\d){12,18}(?![\d-])/g

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

function hasPhoneNumber(text: string): boolean {
  const found = [...text.matchAll(international), ...text.matchAll(northAmerican)].map(([whole]) => whole)
  const spoken = [...text.matchAll(national)].map(([, number = '']) => number)
  return [...found, ...spoken].some((number) => !free.test(digitsOf(number)))
}

/** `targetHost`: addresses at the target's own domain are not private. */
function hasEmail(text: string, targetHost: string | null): boolean {
  const own = targetHost?.toLowerCase().replace(/^www\./, '')
  return [...text.matchAll(email)].some(([, host = '']) => !own || !(host.toLowerCase() === own || host.toLowerCase().endsWith(`.${own}`)))
}

function hasHomeAddress(text: string): boolean {
  const [found] = homeAddress.exec(text) ?? []
  // The first pattern ignores case for its words; names of streets begin with a capital letter.
  return found !== undefined && streetOnly.test(found)
}

/** The check digit of payment cards (Luhn). */
function isCard(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

const hasIdNumber = (text: string) => socialSecurity.test(text) || named.test(text) || [...text.matchAll(card)].some(([found]) => isCard(digitsOf(found)))

/** Finds personal data in a text: telephone numbers, email addresses, home addresses and ID numbers. */
export function privateDetails(text: string, { targetHost }: { targetHost: string | null }): PrivateDetail[] {
  // Characters without a width would hide a number from the patterns, and not from readers.
  const plain = text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')
  const found: Record<PrivateDetail, boolean> = {
    phone_number: hasPhoneNumber(plain),
    email: hasEmail(plain, targetHost),
    home_address: hasHomeAddress(plain),
    id_number: hasIdNumber(plain),
  }
  return privateDetailKinds.filter((each) => found[each])
}
