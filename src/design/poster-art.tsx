import type { ReactNode } from 'react'
import type { Box } from './poster-type.ts'

/** Returns numbers from 0 up to 1; the same seed gives the same sequence. */
export type Dice = () => number

export type Artwork = {
  /** Area of the title; nothing is drawn within it. */
  box: Box & { x: number; y: number }
  art: ReactNode
  /** The part of the sheet, 16:9, that represents the whole where the text does not fit. */
  focus: string
}

export type Inks = { main: string; accent: string; fill: string; faint: string }

/** Draws on a sheet of 640 x 360 with margins of 28; the kicker takes the top 56, the footer the last 46. */
type Compose = (inks: Inks, dice: Dice, title: string) => Artwork
export const compositions: readonly [Compose, ...Compose[]] = [bigTally, bars, blocks, letter, strike]

function bigTally({ main, accent }: Inks): Artwork {
  return {
    box: { x: 28, y: 72, width: 350, height: 232, largest: 92 },
    focus: '272 58 480 270',
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
    focus: '0 172 312 176',
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
    focus: '-86 62 448 252',
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
    focus: '252 50 480 270',
    art: (
      <svg x="372" y="64" width="240" height="248" viewBox="0 0 240 248">
        <text x="120" y="240" textAnchor="middle" className={fill} fontSize="330" style={{ fontStretch: '100%' }}>
          {initial}
        </text>
      </svg>
    ),
  }
}

/** A large title with one line across below it. */
function strike({ accent }: Inks, dice: Dice): Artwork {
  const rise = 14 + Math.round(dice() * 22)
  return {
    box: { x: 28, y: 70, width: 584, height: 160, largest: 112 },
    focus: '160 190 320 180',
    art: <path className={accent} fill="none" strokeWidth="34" d={`M28 288L612 ${288 - rise}`} />,
  }
}
