/**
 * Text of a number that counts up to `final`. It is never wider than `final`, so that it does not overlap what follows: decimals are cut to those of
 * `final`, and a text that is still wider is replaced by `final`.
 */
export function interimText(interim: string, final: string): string {
  const decimals = /\.(\d+)/.exec(final)?.[1]?.length ?? 0
  const text = interim.replace(/\.\d+/, (part) => (decimals === 0 ? '' : part.slice(0, decimals + 1)))
  const scale = /[A-Z]/.exec(text)?.[0] ?? ''
  return text.length > final.length || !final.includes(scale) ? final : text
}
