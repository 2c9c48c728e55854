/** The colour maps of the heat map by name; `colours.ts` has their colours, which are loaded with the first map. */
export type MapId = 'rdbu' | 'puor' | 'viridis' | 'cividis' | 'magma';

export interface ColourMap {
  readonly id: MapId;
  readonly label: string;
  /** A diverging map is centred on zero, which has the colour of the paper; a sequential one runs from the lowest to the highest value. */
  readonly kind: 'diverging' | 'sequential';
}

export const colourMaps: readonly ColourMap[] = [
  { id: 'rdbu', label: 'blue – red', kind: 'diverging' },
  { id: 'puor', label: 'orange – violet', kind: 'diverging' },
  { id: 'viridis', label: 'viridis', kind: 'sequential' },
  { id: 'cividis', label: 'cividis', kind: 'sequential' },
  { id: 'magma', label: 'magma', kind: 'sequential' },
];
