"""recurrent-runs.py MLC_RUN FOLDER LEVEL..: every model of FOLDER at every level against the interpreter, and at one
level the same bits at 1, 2 and 5 threads. Prints how many runs agreed; status 1 where one did not."""
import subprocess
import sys
import tempfile
from pathlib import Path

TOOL, FOLDER, LEVELS = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]
agreed = 0


def run(model, *flags):
    command = [TOOL, str(model), *flags]
    if model.stem.endswith("_symbolic"):
        command += ["--dim=T=7", "--dim=B=3"]
    if "_all_" in model.stem:
        lengths = "[4]" if model.stem.endswith("_one") else "[2,0,3]" if model.stem.endswith("_short") else "[7,0,4]"
        command.append(f"--input=lengths={lengths}")
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr}")


for path in sorted(FOLDER.glob("*.onnx")):
    for level in LEVELS:
        run(path, f"--isa={level}", "--reference=interpreter", "--rtol=1e-4", "--atol=1e-6")
        agreed += 1
    with tempfile.TemporaryDirectory() as scratch:
        found = []
        for threads in (1, 2, 5):
            out = Path(scratch, str(threads))
            run(path, f"--threads={threads}", f"--output-dir={out}")
            found.append({p.name: p.read_bytes() for p in out.glob("*.npy")})
        if not found[0] or any(other != found[0] for other in found):
            sys.exit(f"{path}: other bits at another number of threads")
print(f"{agreed} runs agree")
