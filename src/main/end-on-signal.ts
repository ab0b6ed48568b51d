/** Ends the process with 0 once `stop` is through, when it is asked to end; asked again it goes on stopping. */
export function endOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}
