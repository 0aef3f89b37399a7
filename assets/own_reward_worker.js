// Runs rewardproof on a pasted reward, in Pyodide; in a worker, so that the page can end it.
onmessage = async ({ data: { pyodide, files, code, tasks, good, budget } }) => {
  let python;
  try {
    const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
    python = await loadPyodide({ indexURL: pyodide });
  } catch {
    return postMessage({ missing: pyodide });
  }
  try {
    for (const [name, text] of Object.entries(files)) {
      python.FS.mkdirTree(`/page/${name.slice(0, name.lastIndexOf("/"))}`);
      python.FS.writeFile(`/page/${name}`, text);
    }
    python.runPython("import sys; sys.path.insert(0, '/page')");
    postMessage({ ready: true });
    const { prove_pasted } = python.pyimport("rewardproof.pasted");
    const progress = (made, of) => postMessage({ made, of });
    postMessage({ report: JSON.parse(prove_pasted(code, tasks, good, budget, progress)) });
  } catch (error) {
    // Of a Python exception the last line says what it is.
    const lines = String(error.message ?? error).trim().split("\n");
    postMessage({ error: lines.at(-1).replace(/^[\w.]*PastedError: /, "") });
  }
};
