/** High on purpose, because a whole town may share one address. */
const perAddress = 500
/** More windows than one person sees at once on all devices; hidden ones have no stream. A window that is ended returns after a minute and ends another. */
const perPerson = 12

/** Limits the open streams of one address and of one person in this process. */
export function openStreamLimits() {
  const ofAddress = new Map<string, number>()
  const ofPerson = new Map<string, Set<() => void>>()

  return {
    isFull: (address: string) => (ofAddress.get(address) ?? 0) >= perAddress,
    /**
     * Counts one more open stream. If the person has too many, this ends the oldest rather than refusing the new one, because
     * nobody may be reading the oldest any more. Returns a function to call when the stream has ended.
     */
    enter({ address, personId, end }: { address: string; personId: string | null; end: () => void }): () => void {
      ofAddress.set(address, (ofAddress.get(address) ?? 0) + 1)
      if (personId !== null) {
        const own = ofPerson.get(personId) ?? new Set()
        ofPerson.set(personId, own.add(end))
        const [oldest] = own
        if (own.size > perPerson && oldest) {
          own.delete(oldest)
          oldest()
        }
      }
      return () => {
        const left = (ofAddress.get(address) ?? 1) - 1
        if (left > 0) ofAddress.set(address, left)
        else ofAddress.delete(address)
        const own = personId === null ? undefined : ofPerson.get(personId)
        own?.delete(end)
        if (personId !== null && own?.size === 0) ofPerson.delete(personId)
      }
    },
  }
}
