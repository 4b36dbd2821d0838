/** Interjections, and short forms as they are typed. */
export const spoken: ReadonlySet<string> = new Set(
  'ja jaja jajaja jeje ay uy eh ah oh aja vale ok okey hala anda ole buah puf uf hmm mmm pues porfa porfi xfa tb tmb pq xq'.split(
    ' ',
  ),
);
