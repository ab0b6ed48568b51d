import ipaddr from 'ipaddr.js'

/** True for an address in one of these addresses and networks, which the settings have validated. */
export function inNetworks(texts: string[]): (address: string) => boolean {
  const networks = texts.map((text) => (text.includes('/') ? ipaddr.parseCIDR(text) : wholeAddress(text)))
  return (text) => {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.process(text)
    return networks.some(([base, bits]) => base.kind() === address.kind() && address.match([base, bits]))
  }
}

function wholeAddress(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
