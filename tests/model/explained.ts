type Step<State, Command> = (before: State, command: Command) => { state: State; response: string }

/**
 * The possible states of a model after these commands ran at the same time with these responses: one for each order of the commands that
 * explains the responses. An empty list means that no order does.
 */
export function explained<State, Command>(step: Step<State, Command>, before: State[], done: { command: Command; response: string }[]): State[] {
  const found = new Map<string, State>()
  function follow(state: State, left: typeof done) {
    if (left.length === 0) found.set(JSON.stringify(state), state)
    for (const one of left) {
      const { state: next, response } = step(state, one.command)
      if (response === one.response)
        follow(
          next,
          left.filter((other) => other !== one),
        )
    }
  }
  for (const state of before) follow(state, done)
  return [...found.values()]
}
