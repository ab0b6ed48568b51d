/** People can mute and block everybody except themselves. */
export const mayBlock = ({ personId, otherId }: { personId: string; otherId: string }) => personId !== otherId
