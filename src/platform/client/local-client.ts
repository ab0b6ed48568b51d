const signsOfLife = ['pointermove', 'pointerdown', 'touchstart', 'scroll', 'keydown', 'focusin'] as const

/** The import of the RPC client, made once. After a failure, for example while offline, the next call tries again. */
let coming: Promise<typeof import('./rpc-client.ts')> | undefined

export function loadClient() {
  coming ??= import('./rpc-client.ts').catch((error: unknown) => {
    coming = undefined
    throw error
  })
  return coming.then(({ rpcClient: rpcModule }) => rpcModule)
}

/** Loads the RPC client at the first user activity. A page arrives with all its data, so it makes no calls before that. */
export function fetchClientWhenUsed(): void {
  function used() {
    for (const sign of signsOfLife) window.removeEventListener(sign, used)
    loadClient().catch(() => {})
  }
  for (const sign of signsOfLife) window.addEventListener(sign, used, { passive: true })
}
