/** Opens the device's share sheet. Resolves to false if the user cancels it or if there is none. */
export function shareNatively({ address, text }: { address: string; text: string }): Promise<boolean> {
  if (!('share' in navigator)) return Promise.resolve(false)
  return navigator.share({ title: text, text, url: address }).then(
    () => true,
    () => false,
  )
}
