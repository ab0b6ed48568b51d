declare module 'autocannon' {
  type Options = {
    url: string
    connections: number
    amount: number
    sampleInt: number
    headers?: Record<string, string>
    requests?: { method: string; path: string }[]
  }
  type Result = { '2xx': number; non2xx: number; errors: number; duration: number; latency: { p50: number; p99: number } }
  export default function autocannon(options: Options): Promise<Result>
}
