// The wall of claims: folded, it has a number alone; the claims are asked for once it is unfolded.
element.addEventListener(
  "toggle",
  ({ target }) => target.matches(".wall[open]:not(:has(.claim, .empty))") && trigger("unfold"),
  true,
);
