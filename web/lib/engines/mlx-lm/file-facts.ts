/** Facts about one model file of mlx-lm from its fields and calls only: the rows of files.ts. */
export interface FileFacts {
  /** The field of the base, if not rope_theta; 'fixed': always 10000. */
  readonly base?: string;
  /** Default of rope_theta if the configuration has none at its top level. */
  readonly theta?: number;
  /** Fields without a default: mlx-lm raises if the configuration lacks them. */
  readonly needs?: readonly string[];
  /** The field of the rotated part of a head, and its default. */
  readonly fraction?: string;
  readonly fractionDefault?: number;
  /** Default width of a head; 'derived': the file does not read head_dim. */
  readonly headDim?: number | string;
  /** Use of the rope dictionary, if the file does not pass rope_scaling to initialize_rope. */
  readonly scaling?: string;
  /** The file that rotates for this one. */
  readonly uses?: string;
}
