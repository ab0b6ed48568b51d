import { type NetConnectOpts, Socket } from 'node:net'

/** Connects to the server's current address and ignores the address that `connect` is called with. */
export class DatabaseSocket extends Socket {
  readonly #address: () => NetConnectOpts

  constructor(address: () => NetConnectOpts) {
    super()
    this.#address = address
  }

  override connect(): this {
    return super.connect(this.#address())
  }
}
