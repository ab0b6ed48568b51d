/** Name by which the supervisor's processes are found. */
export const supervisorName = 'holdout-database'

/**
 * Runs PostgreSQL as long as one of our processes needs it. A shell script, because a shell needs a fiftieth of Node's memory.
 * Arguments: the program `postgres` and the data folder. The working directory has two named pipes:
 * - `holders`: every process that uses the database has it open for writing and has written its process id to it. Opening it
 *   waits for the first such process. After the last one has closed it, `cat` reaches the end of the file; if nothing is
 *   written within two seconds after that, the server is stopped.
 * - `pulse`: the supervisor has it open for writing, so readers reach the end of the file when the supervisor ends.
 * The watching subshell continues when the supervisor is killed, so that no server is left behind.
 */
export const supervisorScript = `
trap '' HUP INT TERM
mkfifo -m 600 holders pulse || exit 1
exec 5<>pulse
exec 4<holders
"$1" -D "$2" </dev/null >>server.log 2>&1 4<&- 5>&- &
server=$!
(
  exec 5>&-
  while [ -n "$(cat <&4)" ]; do sleep 2; done
  kill -INT $server
  waited=0
  while kill -0 $server 2>/dev/null; do
    if [ $waited -eq 10 ]; then kill -QUIT $server; fi
    waited=$((waited + 1))
    sleep 1
  done
) &
watcher=$!
exec 4<&-
wait $server
kill -KILL $watcher
`
