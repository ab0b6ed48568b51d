import { type NetConnectOpts, Socket } from 'node:net'

/** Connects to where the server is at that moment, whatever the address it is given. */
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
