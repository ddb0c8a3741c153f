import { z } from 'zod'

/** A figure of a document, as far as tests look at it. */
export const estimateSchema = z.object({
  value: z.number(),
  low: z.number(),
  high: z.number(),
  n: z.number(),
})
/** What `calibrate report --json` prints, as far as tests look at it. */
export const calibrationDocumentSchema = z.object({
  tracks: z.array(
    z.object({
      instruments: z.array(
        z.object({
          label: z.string(),
          by: z.string(),
          missing: z.string().nullable(),
          drawn: z.number(),
          stale: z.number(),
          fields: z.array(
            z.object({
              metric: z.string(),
              labelled: z.number(),
              annotators: z.array(z.string()),
              accuracy: z.object({
                counts: z.object({ tp: z.number(), fp: z.number(), fn: z.number(), tn: z.number() }),
                sensitivity: estimateSchema.nullable(),
                specificity: estimateSchema.nullable(),
              }),
              agreement: z.object({ people: estimateSchema.nullable(), judge: estimateSchema.nullable() }),
              languages: z.array(z.object({ language: z.string() })),
              corrections: z.array(
                z.object({
                  system: z.string(),
                  uncorrected: estimateSchema,
                  corrected: estimateSchema.nullable(),
                  missing: z.string().nullable(),
                }),
              ),
            }),
          ),
          stability: z.object({
            fields: z.array(
              z.object({
                metric: z.string(),
                all: z.object({ share: estimateSchema, answers: z.number(), wavering: z.number() }),
              }),
            ),
          }),
        }),
      ),
      across: z.array(z.object({ across: z.string(), flips: z.object({ share: estimateSchema }) })),
    }),
  ),
  probes: z.array(z.object({ judge: z.string(), state: z.string() })),
})
