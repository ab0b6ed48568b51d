import type { ReactNode } from 'react'
import type { Box } from './poster-type.ts'

/** Numbers from 0 up to 1, the same for the same seed. */
export type Dice = () => number

export type Artwork = {
  /** Where the title stands: within it nothing is drawn. */
  box: Box & { x: number; y: number }
  art: ReactNode
}

export type Inks = { main: string; accent: string; fill: string; faint: string }

/** On a sheet of 640 x 360 with margins of 28; the kicker's line takes the top 56, the footer's the last 44. */
export const compositions: ReadonlyArray<(inks: Inks, dice: Dice, title: string) => Artwork> = [bigTally, bars, blocks, letter, crowd, strike]

function bigTally({ main, accent }: Inks): Artwork {
  return {
    box: { x: 28, y: 72, width: 350, height: 232, largest: 92 },
    art: (
      <g fill="none" strokeWidth="30">
        <path className={main} d="M422 76v232M480 76v232M538 76v232M596 76v232" />
        <path className={accent} strokeWidth="32" d="M396 268 628 122" />
      </g>
    ),
  }
}

function bars({ main, accent }: Inks, dice: Dice): Artwork {
  const marked = Math.floor(dice() * 4)
  const rows = [0, 1, 2, 3].map((row) => ({ y: 222 + row * 24, width: 180 + Math.round(dice() * 404), ink: row === marked ? accent : main }))
  return {
    box: { x: 28, y: 68, width: 584, height: 138, largest: 84 },
    art: (
      <g fill="none" strokeWidth="16">
        {rows.map(({ y, width, ink }) => (
          <path key={y} className={ink} d={`M28 ${y}h${width}`} />
        ))}
      </g>
    ),
  }
}

function blocks({ main, accent, faint }: Inks, dice: Dice): Artwork {
  const marked = Math.floor(dice() * 12)
  const cells = Array.from({ length: 12 }, (_, cell) => ({ cell, ink: cell === marked ? accent : dice() < 0.62 ? main : faint }))
  return {
    box: { x: 262, y: 72, width: 350, height: 232, largest: 92 },
    art: (
      <g fill="none" strokeWidth="54">
        {cells.map(({ cell, ink }) => (
          <path key={cell} className={ink} d={`M${28 + (cell % 3) * 68} ${103 + Math.floor(cell / 3) * 58}h60`} />
        ))}
      </g>
    ),
  }
}

function letter({ fill }: Inks, _dice: Dice, title: string): Artwork {
  const [initial = '!'] = Array.from(title.trim().toLocaleUpperCase())
  return {
    box: { x: 28, y: 72, width: 330, height: 232, largest: 92 },
    art: (
      <svg x="372" y="64" width="240" height="248" viewBox="0 0 240 248">
        <text x="120" y="240" textAnchor="middle" className={fill} fontSize="330" style={{ fontStretch: '100%' }}>
          {initial}
        </text>
      </svg>
    ),
  }
}

/** People, counted: rows of small tallies under the title. */
function crowd({ main, accent, faint }: Inks, dice: Dice): Artwork {
  const counted = 16 + Math.floor(dice() * 20)
  const tallies = Array.from({ length: 42 }, (_, at) => ({ at, x: 28 + (at % 14) * 42, y: 212 + Math.floor(at / 14) * 33 }))
  return {
    box: { x: 28, y: 68, width: 584, height: 132, largest: 82 },
    art: (
      <g fill="none" strokeWidth="4">
        {tallies.map(({ at, x, y }) => (
          <g key={at}>
            <path className={at < counted ? main : faint} d={`M${x + 4} ${y}v24M${x + 13} ${y}v24M${x + 22} ${y}v24M${x + 31} ${y}v24`} />
            {at < counted && <path className={accent} d={`M${x} ${y + 19}l36-14`} />}
          </g>
        ))}
      </g>
    ),
  }
}

/** The title large, struck by one line below. */
function strike({ accent }: Inks, dice: Dice): Artwork {
  const rise = 14 + Math.round(dice() * 22)
  return {
    box: { x: 28, y: 70, width: 584, height: 168, largest: 112 },
    art: <path className={accent} fill="none" strokeWidth="34" d={`M28 296L612 ${296 - rise}`} />,
  }
}
