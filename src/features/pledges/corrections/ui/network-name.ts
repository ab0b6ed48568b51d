/** The beginning of a network's label, which is enough to tell networks apart. */
export const networkName = (network: string) => network.slice(0, 4).toUpperCase()
