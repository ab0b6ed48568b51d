// Exits with 0 if the server of this machine or container answers that it is ready: the health check of the Dockerfile.
const isReady = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then(
  ({ ok }) => ok,
  () => false,
)
process.exit(isReady ? 0 : 1)
