/**
 * Written by web/tools/gen.mjs from the C++ registries. Do not edit.
 */
import type { Texts } from '../types/documentation.js';

export const texts: Texts<'analyses' | 'layers'> = {
  analyses: {
    'induced-kernel': {
      citation: 'Elementary; the kernel of a feature map (Schölkopf & Smola 2002)',
      outputs: {
        kernel: '(n, m) inner products',
        normalised: '(n, m) cosine similarities',
        norms: "(n) lengths of the table's rows",
      },
    },
    stationarity: {
      citation: 'Orthogonal projection onto symmetric (block-)Toeplitz matrices; elementary',
      params: { gridRows: 'Rows of the grid whose cells are the positions; 1 for a line.' },
      outputs: {
        stationarity: '‖P_T K‖² / ‖K‖²; 1 = stationary, 1 for a zero matrix',
        nonStationarity: '‖K - P_T K‖² / ‖K‖², summed by itself: no cancellation',
        isSymmetric: '1 where mirrored entries agree to 1e-10 of the largest: Δ and -Δ are one',
        profileMean: '(offsets) mean of K over the pairs of each offset',
        profileSpread: '(offsets) standard deviation of K over the same pairs',
        largestSpread: 'max of profileSpread / K(0); over the largest mean where K is not symmetric',
        isStationary: '1 where largestSpread <= 1e-12, else 0',
        normSpread: 'standard deviation of the diagonal over its mean: 0 = constant norm',
      },
    },
    spectrum: {
      citation: 'Effective rank: Roy & Vetterli 2007; circulants: Strang 1986, T. Chan 1988',
      params: {
        vectors: 'Number of leading eigenvectors to give.',
        exponential: 'Analyse exp(K), entry by entry: the positive kernel of an additive attention bias.',
        threshold: 'numericalRank counts eigenvalues above this fraction of the largest one.',
        ridges: 'Ridges τ of the effective dimensions Σ λ/(λ + τ); 0.001, 0.1, 1, 10 when left out.',
        conditionAt: 'conditionNumber is λ_1 / λ_k with this k; the resolved rank when left out.',
      },
      outputs: {
        eigenvalues: 'λ, descending; 0 where below the floor',
        floor:
          'what is resolved here, smaller eigenvalues are noise: of a kernel n·2^-52 λ_1, or the size of a negative eigenvalue, which only an error of the entries can make; of a table (2000·max(n, d)·2^-52)² λ_1, above which each is within 10^-3 of itself',
        resolvedRank: 'number of eigenvalues above the floor',
        trace: 'Σ λ',
        participationRatio: '(Σ λ)² / Σ λ²',
        effectiveRank: 'exp(-Σ p ln p), p = λ/Σλ (Roy & Vetterli 2007)',
        stableRank: 'Σ λ / λ_1',
        numericalRank: 'number of eigenvalues above threshold · λ_1',
        effectiveDimensions: 'Σ λ/(λ + τ) for each ridge',
        conditionNumber: 'λ_1 / λ_k',
        powerDecay: 'slope of ln λ_m over ln m, m from 1 to the resolved rank',
        powerDecayFit: 'R² of that fit',
        exponentialDecay: 'slope of ln λ_m over m',
        exponentialDecayFit: 'R² of that fit',
        eigenvectors: '(vectors, n) unit vectors, largest entry positive',
        strang: "Toeplitz kernels: eigenvalues of Strang's circulant approximation, descending",
        chan: "Toeplitz kernels: eigenvalues of T. Chan's, descending",
      },
    },
    mercer: {
      citation: 'Nyström extension: Williams & Seeger 2001, NIPS 13',
      params: {
        modes: 'Number of leading eigenfunctions; fewer come back where λ_m falls below 1e-10 λ_1.',
      },
      outputs: {
        eigenvalues: '(modes) λ_m/n, descending',
        atSamples: '(modes, n) √n v_m, largest entry positive: mean square 1',
        extended: '(modes, m) ψ_m at the other positions',
        explained: '(modes) share of the trace in the first 1, 2, … modes',
      },
    },
    'continuous-profile': {
      citation: 'Derived from Vaswani et al. 2017, arXiv:1706.03762; Ci: DLMF 6.2',
      params: {
        base: 'Ratio of the highest to the lowest frequency.',
        dim: 'Table width d of the first-order correction.',
      },
      outputs: {
        profile: '(m) k(δ)/k(0) in the limit',
        corrected: '(m) profile + (cos δ - cos(δ/base))/dim; with dim',
        correctedUpTo: 'lag up to which the correction holds, dim/(2 ln base): beyond it the waves of a table beat',
        decayLaw: '(m) 1 - (ln |δ| + γ)/ln base; left out where some δ is 0',
      },
    },
    bandwidth: {
      citation: 'Elementary; sampling: Shannon 1949',
      params: {
        contextLength: 'Number of positions n the waves are compared with.',
        farthest:
          'The half width is looked for up to this lag; too_large where that takes more than 2^22 steps, or 2^30 waves.',
      },
      outputs: {
        halfWidth: 'smallest lag with k(δ) = k(0)/2, positions; left out where k stays above up to the farthest lag',
        rmsBandwidth: '√(Σa²ω²/Σa²), rad per position',
        curvatureLength: "√(-k(0)/k''(0)) = 1/rmsBandwidth, positions; left out where that is 0",
        fisherInformation: "Σa²ω² = -k''(0), in 1/position²: at noise of standard deviation 1, at every position",
        shortestWavelength: '2π/max ω, positions; left out where all ω are 0',
        longestWavelength: '2π/min ω over ω > 0, positions',
        slow: 'number of waves with a wavelength above n: unambiguous within the context',
        verySlow: 'number of waves with a wavelength above 4n',
        aliased: 'number of waves with ω > π: whole positions see them as slower ones',
        largestGap: 'largest ratio of neighbouring frequencies, sorted, above 0; left out with fewer than two',
      },
    },
    uniqueness: {
      citation: 'Elementary',
      params: { positions: 'With frequencies: the number of positions, 0 … n - 1.' },
      outputs: {
        closestDistance: 'min of D over the pairs i < j',
        closestFirst: 'i of that pair, the first of those within 10^-12 of the minimum (relative)',
        closestSecond: 'j of that pair',
        rmsDistance: '√(mean of D² over the pairs): D² sums to n·tr(HKH), n times the centred sum of squares',
        medianDistance: 'median of D over the pairs',
        margin: 'closestDistance / medianDistance; left out where the median is 0',
        collision: '1 where closestDistance <= 10^-12 · the largest norm of a row, else 0',
      },
    },
    'shift-operator': {
      citation: 'Vaswani et al. 2017, arXiv:1706.03762, section 3.5; orthogonal maps: Schönemann 1966',
      params: {
        lags: 'Steps k, whole numbers from 1 to n - 1; 1 when left out.',
        operators: 'Return the maps M_k themselves.',
      },
      outputs: {
        leastSquares:
          '(lags) ‖B - A·M‖ / ‖B‖ of the best linear map; 0 where B is 0; up to max(n, d)·2^-52 is rounding',
        orthogonal:
          '(lags) the same of the best orthogonal map, 0 … √2·max(‖A‖/‖B‖, 1); values up to some 10^-7 may be rounding where the table has directions below 10^-8 of its largest',
        rank: '(lags) rank of A',
        trivial:
          '(lags) 1 where A has full row rank, n - k <= d: a linear map then sends A to anything, leastSquares is 0 whatever the table holds, and only orthogonal tells something',
        exists: '(lags) 1 where there is a linear map, not trivially and to rounding: leastSquares <= max(n, d)·2^-52',
        operators:
          '(lags · d, d) with operators: the M_k below each other, row k+x ≈ row x · M_k; of the maps that fit equally well the shortest',
      },
    },
    'linear-probe': {
      citation: 'Ridge regression: Hoerl & Kennard 1970; probes: Alain & Bengio 2016, arXiv:1610.01644',
      params: {
        frequencies: 'Frequencies f of the targets in rad per position; 1, 1.5 and π when left out.',
        ridge: 'Ridge added to PᵀP, in its unit; 0 = least squares, where P has full rank.',
        intercept: 'Fit a constant beside the table: both are centred first.',
        weights: 'Return the read-out itself: the map M with P·M nearest to the waves.',
      },
      outputs: {
        cosine: '(frequencies) R² of cos(fx); 1 where it is constant and read out to 10^-12',
        sine: '(frequencies) R² of sin(fx), in the same way',
        wave: '(frequencies) R² of both together: sums of squares added',
        freedom: 'Σ s²/(s² + ridge): degrees of freedom of the fit',
        chance:
          'R² of white noise, from the expected sums of squares: where it is near 1 (d near n), a high R² tells nothing',
        conditionNumber: 'of PᵀP + ridge (PPᵀ + ridge where d > n); left out where it is infinite',
        weights:
          '(2 · frequencies, d) with weights: Mᵀ, rows for cos(fx) and sin(fx) of each frequency; of the maps that fit equally well the shortest',
        constants: '(2 · frequencies) with weights and intercept: what is added to P·M',
      },
    },
    'fisher-information': {
      citation: "Cramér-Rao bound: Rao 1945; d': Green & Swets 1966",
      note: 'Without a derivative: central differences (at the ends, one-sided ones of the same order), which see a wave of frequency ω as sin ω: exact for slow waves only.',
      params: {
        noise: 'Standard deviation s of the noise, in the unit of the table.',
        spacing: 'Distance of neighbouring positions; for differences of the table.',
      },
      outputs: {
        information: '(n) I(x), in 1/position²',
        leastDeviation: '(n) 1/√I(x), positions: the Cramér-Rao bound; left out where I vanishes somewhere',
        meanInformation: 'mean of I over the positions',
        informationSpread:
          'standard deviation of I over its mean: 0 = every position is told equally well; 0 where all of I is 0',
        discriminability: "(n - 1) d' between neighbours; needs a table",
      },
    },
    similarity: {
      citation:
        'CKA: Kornblith et al. 2019, arXiv:1905.00414; unbiased HSIC: Song et al. 2012; Procrustes: Schönemann 1966; RSA: Kriegeskorte et al. 2008',
      note: 'Biased CKA of tables with more columns than rows is near 1 whatever they hold: read the unbiased one, and compare with chance.',
      params: {
        bandwidth:
          'Width σ of the Gaussian kernel exp(-D²/2σ²) in median distances: σ² = bandwidth² · median of D² over the pairs i < j.',
      },
      outputs: {
        ckaLinear: 'biased CKA of the Gram matrices, in 0 … 1; see ckaLinearChance',
        ckaLinearChance:
          'what ckaLinear is on average when the rows of y are permuted at random, exactly; it tends to 1 when d exceeds n, and ckaLinear then tells nothing',
        ckaLinearUnbiased: 'CKA from unbiased HSIC: 0 on average by chance, may be negative; n >= 4',
        ckaGaussian: 'biased CKA of Gaussian kernels',
        ckaGaussianChance: 'what ckaGaussian is on average by chance',
        ckaGaussianUnbiased: 'from unbiased HSIC; n >= 4',
        hsicLinear: 'biased HSIC, normalised by (n - 1)²; unit of x² · y²',
        hsicLinearUnbiased: 'unbiased HSIC; n >= 4',
        hsicGaussian: 'biased, of Gaussian kernels',
        hsicGaussianUnbiased: 'unbiased; n >= 4',
        sigmaX: 'width of the Gaussian kernel of x; left out where half of the rows are equal',
        sigmaY: 'and of y',
        procrustes: 'min ‖X - Y·Q‖² over orthogonal Q, the narrower table padded with zeros',
        procrustesCentred: 'the same of the centred tables',
        procrustesNormalised:
          'the same after centring and scaling both to ‖·‖ = 1, in 0 … 2; left out where a table is constant',
        meanSquaredCca:
          'mean of the squared canonical correlations, min(rankX, rankY) of them; left out where a table is constant',
        meanSquaredCcaChance:
          'what it is on average by chance: max(rankX, rankY)/(n - 1); 1 where the ranks fill the space',
        rankX: 'rank of the centred table x',
        rankY: 'and of y',
        rsaPearson:
          "correlation of the cosine similarities of the pairs i < j (zero rows: similarity 0); left out where one side's do not differ",
        rsaSpearman: 'rank correlation of the same; within 10^-12 they are tied',
      },
    },
    'network-kernel': {
      citation:
        'Jacot et al. 2018, arXiv:1806.07572; Lee et al. 2019, arXiv:1902.06720; standard parameterisation: Sohl-Dickstein et al. 2020, arXiv:2001.07301',
      params: {
        parameterization:
          'ntk scales every layer by 1/√fan-in; standard puts the scale into the weights, and needs the widths of the dense layers.',
        trainedBias: 'Dense layers have a bias that is trained, even at σ_b = 0.',
        inputDim:
          'd: numbers in an input. x has it; a profile is divided by it, and a covariance needs it in the standard parameterisation.',
      },
      outputs: {
        nngp: '(n, m) covariance of the outputs at initialisation; (m, 1) of a profile',
        ntk: '(n, m) neural tangent kernel; (m, 1) of a profile',
        leftOut:
          "with activations that have no closed form: the largest part of E φ² or E φ'² beyond the terms of their series",
      },
    },
    'attention-kernel': {
      citation: 'Hron et al. 2020, Infinite attention, arXiv:2006.10540; neural-tangents GlobalSelfAttention',
      params: {
        tokens: 'T: tokens of an example; all rows are one example where left out.',
        queryKeyScale: 'σ_Q σ_K: factor of the covariance under the softmax.',
        outputValueVariance: 'σ_O² σ_V²: factor of the mixed values.',
        biasStd: 'σ_b: standard deviation of a bias of the output.',
        contentWeight:
          'α: weight of the covariance where positions are given; 1 for a sum, the share of the channels where they are concatenated.',
        positionWeight: 'β: weight of the positions.',
        positionsInValues: 'Positions enter the values too, not only queries and keys.',
        trainedPositions: 'The encoding in the values is trained: its covariance enters the tangent kernel.',
      },
      outputs: {
        nngp: '(b·T, b·T) covariance of the outputs at initialisation',
        ntk: '(b·T, b·T) neural tangent kernel',
        attention: '(b·T, T) attention weights of each token over its own example',
      },
    },
    'siren-kernel': {
      citation:
        'Sitzmann et al. 2020, arXiv:2006.09661; kernel: Belbute-Peres & Kolter 2022, arXiv:2211.14503; first layer: own derivation',
      note: "Hidden layers are in the NTK parameterisation: raw hidden weights would see ω0² more of the learning rate. PyTorch's bias of hidden layers (biasVariance ω0²/(3n)) is unconfirmed.",
      params: {
        omega0: "ω0: factor of the first layer's angles.",
        firstLayer: 'uniform is exact; gaussian has normal weights of the same variance.',
        biasHalfWidth: "B: the first layer's bias is uniform in ±B; 0 starts without bias.",
        trainedBias: "The first layer's bias is trained.",
        hiddenLayers: 'Sine layers after the first one; a linear layer ends the network.',
        weightVariance: 'σ_w²: variance of ω0·w times the width, of all later layers.',
        biasVariance: "σ_b²: variance of ω0·b of all later layers; ω0²/(3n) for PyTorch's default bias at width n.",
      },
      outputs: {
        sinSin: '(n, m) E sin sin of the first layer',
        cosCos: '(n, m) E cos cos of the first layer',
        nngp: '(n, m) covariance of the outputs at initialisation',
        ntk: '(n, m) neural tangent kernel',
      },
    },
    'periodic-network': {
      citation: 'Rahimi & Recht 2007; the kernels: own derivation',
      note: 'The sinusoidal encoding is a deterministic quadrature, on a log-uniform grid, of a random feature kernel with a 1/f spectrum. It is the tangent kernel of a wide periodic network only where the first layer is frozen or its phases alone are trained; with trained frequencies the kernel is not stationary, with normal weights it is a Gaussian.',
      params: {
        base: 'Base of the encoding, for the limit of infinitely many frequencies between 1/base and 1.',
        lags: 'The Gaussian is fitted over the offsets 0 … lags - 1.',
        offsets: 'Offsets of the random networks; 0 and the Fibonacci numbers up to 987 when left out.',
        widths: 'Even widths m of the random networks; 16, 64, 256, 1024, 4096, 16384 when left out.',
        draws: 'Random networks of each width.',
        seed: 'Seed of the random networks.',
      },
      outputs: {
        readout: '(n,) v trained: k̂(δ)',
        readoutAndPhase: '(n,) v and b trained: 2 k̂(δ)',
        allParameters: '(n,) v, b and w trained: the NTK',
        logFrequencies: '(n,) v, b and ln w trained',
        gaussianWeights: '(n,) normal w, with the σ of the fit with norm 1',
        limit: '(n,) k̂ of infinitely many frequencies, log-uniform in [1/base, 1]',
        profile: '(lags,) k̂(δ)',
        fitError: 'relative L2 distance from the profile of the nearest c·exp(-σ²δ²/2)',
        fitScale: 'its c',
        fitSigma: 'its σ',
        normalisedFitError: 'the same with c = 1',
        normalisedFitSigma: 'its σ',
        offsets: 'the offsets of the random networks',
        pairVariance: 'V: variance of cos ωδ over the frequencies, at each offset',
        phaseVariance: 'V + ½, at each offset',
        widths: 'm',
        phaseError: 'random phases: root mean squared error of k̂ over offsets and draws, by width',
        pairError: 'the same with m/2 pairs of sine and cosine',
        phaseExpected: 'its expectation: √(mean of (V + ½)/m)',
        pairExpected: '√(mean of 2V/m)',
        phaseSlope: 'slope of ln phaseError over ln m: -1/2',
        pairSlope: 'slope of ln pairError over ln m',
      },
    },
    'empirical-ntk': {
      citation: 'Jacot et al. 2018, arXiv:1806.07572; structured form: Novak et al. 2022, arXiv:2206.08720',
      params: {
        parameterization:
          'ntk scales every layer by 1/√fan-in; standard puts the scale into the weights, and needs the widths of the dense layers.',
        trainedBias: 'Dense layers have a bias that is trained, even at σ_b = 0.',
        outputs:
          "Number of outputs of the network, in place of the last dense layer's width; the kernel is the mean over them.",
        seed: 'Of the initial weights, where parameters are not given.',
      },
      outputs: {
        ntk: '(n, m) empirical neural tangent kernel',
        layerTerms: '(layers · n, m) the terms of the dense layers, one below the other',
        layerShares: "trace of each dense layer's term over that of the kernel; without `other`",
        hiddenKernel:
          '(n, m) a aᵀ/width of what goes into the last dense layer: E φφ of the NNGP recursion, empirically',
        networkOutputs: '(n, outputs) f(x)',
        parameterCount: 'number of weights and biases',
      },
    },
    'ntk-convergence': {
      citation: 'Jacot et al. 2018, arXiv:1806.07572; Lee et al. 2019, arXiv:1902.06720',
      params: {
        widths: 'Widths of the hidden layers; 32, 64, 128, 256 when left out.',
        draws: 'Networks drawn at each width.',
        parameterization:
          'ntk scales every layer by 1/√fan-in; standard puts the scale into the weights, and needs the widths of the dense layers.',
        trainedBias: 'Dense layers have a bias that is trained, even at σ_b = 0.',
        seed: 'Of the random weights.',
      },
      outputs: {
        widths: 'the widths',
        meanError: 'mean over the draws of ‖Θ̂ - Θ‖_F/‖Θ‖_F',
        errorSpread: 'standard deviation of it over the draws',
        errorOfMean: '‖mean Θ̂ - Θ‖_F/‖Θ‖_F',
        slope: 'least-squares slope of ln meanError over ln width',
        ntk: '(n, n) Θ, the limit; of the standard parameterisation, at the largest width',
      },
    },
    'training-prediction': {
      citation: 'Jacot et al. 2018, arXiv:1806.07572; Lee et al. 2019, arXiv:1902.06720',
      params: {
        learningRate: "η, a step's factor of the gradient.",
        times: 'Times of gradient flow, in steps: e^{-ηλt}.',
        steps: 'Whole numbers of gradient descent steps: (1 - ηλ)^k.',
        loss: 'sum is ½Σ(f - y)²; mean divides it by the number of targets.',
        ridge: 'τ of the posterior mean f_0* + K_*(K + τI)⁻¹(y - f_0), which is not computed where this is left out.',
      },
      outputs: {
        eigenvalues: "(n) λ, descending; 0 where below float64's resolution",
        modeResiduals: '(n, c) v·(y - f_0) of every mode',
        halfTimes: 'ln 2/(ηλ) of the modes with λ > 0, in steps',
        learningRateLimit: '2/λ_max (times n·c for the mean loss): gradient descent diverges above',
        flowFactors: "(times, n) what gradient flow leaves of every mode's residual",
        flowLoss: 'loss at every time',
        flowTrain: '(times, n·c) outputs at the training points',
        flowTest: '(times, m·c) at the test points',
        stepFactors: '(steps, n) the same after gradient descent',
        stepLoss: 'loss after every number of steps',
        stepTrain: '(steps, n·c) outputs at the training points',
        stepTest: '(steps, m·c) at the test points',
        posteriorTrain: '(n, c) ridge regression, f_0 + K(K + τI)⁻¹(y - f_0)',
        posteriorTest: '(m, c) the same at the test points',
        condition: 'condition number of K + τI in the 1-norm, estimated',
      },
    },
    'train-network': {
      citation: 'Adam: Kingma & Ba 2015, arXiv:1412.6980',
      params: {
        steps:
          'Number of steps, each of 6·n·Σ fan-in·fan-out operations: a module does some 3·10^9 a second, so layers of the default width 1024 are for few steps.',
        learningRate: "η, a step's factor of the gradient.",
        optimizer: 'sgd is plain gradient descent on the full batch; adam has β = 0.9, 0.999 and ε = 1e-8.',
        loss: 'sum is ½Σ(f - y)²; mean divides it by the number of targets.',
        recordEvery: 'Outputs are recorded at step 0, every so many steps, and at the last one.',
        parameterization:
          'ntk scales every layer by 1/√fan-in; standard puts the scale into the weights, and needs the widths of the dense layers.',
        trainedBias: 'Dense layers have a bias that is trained, even at σ_b = 0.',
        seed: 'Of the initial weights, where parameters are not given.',
      },
      outputs: {
        steps: 'the recorded steps, from 0',
        loss: 'training loss at each of them',
        testLoss: 'the same for the test points; with yTest',
        trainOutputs: '(records, n·c) f(x); the first row is f_0',
        testOutputs: '(records, m·c) f(xTest)',
        parameters: 'weights and biases at the end, in the order of the input',
      },
    },
    'fourier-regression': {
      citation: 'Tancik et al. 2020, arXiv:2006.10739, Figures 2 and 3',
      note: 'Predicted from f_0 with the kernel itself. The dashed "theory" curves of the published notebook start from the output of the network at that iteration instead, with the kernel divided by the number of points, so they follow the measured ones almost by construction.',
      params: {
        decays: 'p of each network; 0, 1 and 64 when left out (64 is as good as ∞: one frequency).',
        points: 'Training points; eight times as many test points.',
        width: 'Width of the three hidden layers.',
        steps: 'Steps of gradient descent; η = (η·steps)/steps. 5 s for 500 of the default width.',
        time: 'η·steps of the network of width 1024, which is scaled to this width.',
        frequencies: 'Frequencies to follow; 1, 5 and 15 when left out.',
        seed: 'Of the signal and the weights.',
      },
      outputs: {
        decays: 'p of each network',
        frequencies: 'the frequencies that are followed',
        steps: 'the recorded steps',
        learningRate: 'η',
        kernelRows: '(networks, points) Θ(x_i, 0) of infinite width',
        kernelSpectra: '(networks, points/2 + 1) its eigenvalue of every frequency',
        measured: '(networks · steps, frequencies) amplitude left in the residual, 2|DFT|/points',
        predicted: 'the same from f_0 and the kernel of infinite width',
        predictedEmpirical: 'the same from f_0 and the tangent kernel of the very network',
        measuredTestError: '(networks, steps) mean square at the test points between the others',
        predictedTestError: 'the same from f_0 and the kernel of infinite width',
        target: '(8 · points) the signal',
        measuredOutputs: '(networks, 8 · points) the trained networks',
        predictedOutputs: '(networks, 8 · points) their prediction',
      },
    },
    'bandwidth-sweep': {
      citation: 'Tancik et al. 2020, arXiv:2006.10739, Figure 4',
      note: 'Frequencies of the log-uniform family are s^U with U uniform in [0, 1], and s chosen for the standard deviation.',
      params: {
        deviations:
          'Standard deviations of the frequencies, in waves per unit; points · 2^-10 … points · 2^-1 when left out.',
        points: 'Training points; test points lie halfway between them.',
        features: 'Frequencies drawn: each gives a cosine and a sine.',
        power: "α of the signals' spectrum (1 + f)^-α.",
        signals: 'Number of random signals.',
        draws: 'Draws of the frequencies for the prediction.',
        ridge:
          "Of the prediction, over the kernel's mean diagonal element: the larger, the shorter the training it stands for.",
        width: 'Width of the three hidden layers.',
        steps: 'Steps of Adam of each network; 0 = prediction only. 6 s for the 300 of 40 networks.',
        learningRate: 'Of Adam.',
        seed: 'Of signals, frequencies and weights.',
      },
      outputs: {
        deviations: 'the standard deviations asked for',
        drawnDeviations: '(4, deviations) of the frequencies drawn, root of the mean variance',
        predicted:
          "(4, deviations) test error over the signals' variance; families: Gaussian, uniform, log-uniform, Laplace",
        measured: '(4, deviations) the same of the trained networks',
        bestPredicted: '(4) the deviation of the smallest predicted error',
        bestMeasured: '(4) of the smallest measured one',
      },
    },
    'amplitude-decay': {
      citation: 'Tancik et al. 2020, arXiv:2006.10739, Figure 5',
      note: 'Signals are random; errors are over their variance, not in decibels.',
      params: {
        decays: 'p of the features; 0, 0.125, … 2 and 64 (as good as ∞) when left out.',
        powers: 'α of the signals; 0.5, 1, 1.5 and 2 when left out.',
        points: "Training points; as many features' frequencies as half of them.",
        draws: 'Signals of each power.',
        width: 'Of the hidden layers: it sets how fast the standard parameterisation learns.',
        time: 'η·t of the training.',
        steps: 'Steps of gradient descent of a real network for each p and α; 0 = prediction only.',
        seed: 'Of the signals and the weights.',
      },
      outputs: {
        decays: 'p',
        powers: 'α',
        predicted: "(powers, decays) test error over the signal's variance, mean of the signals",
        bestDecays: '(powers) p of the smallest predicted error',
        predictedOfFirst: "(powers, decays) the same of the first signal, from the network's f_0",
        measured: '(powers, decays) the trained networks, on the first signal',
      },
    },
    rahaman: {
      citation: 'Rahaman et al. 2019, arXiv:1806.08734',
      note: 'Weights and biases are normal with variance 2/fan-in; those of the published runs are uniform with 1/(3 fan-in).',
      params: {
        amplitudes: 'Of the ten waves: 1 each, or 0.1, 0.2, … 1 from the lowest to the highest.',
        width: 'Width of the hidden layers.',
        hiddenLayers: 'Number of hidden ReLU layers.',
        steps: 'Steps of Adam on the mean of squares; 5 s for 4000 of the default width.',
        learningRate: 'Of Adam.',
        seed: 'Of the phases and the weights.',
      },
      outputs: {
        frequencies: '(10) of the waves',
        steps: 'the recorded steps',
        loss: '½ mean of squares at each of them',
        measured: '(steps, 10) amplitude in the output over that in the target',
        times: 'η·t of the gradient flow',
        predicted: '(times, 10) the same under gradient flow',
        decayRates: '(10) of each wave, vᵀKv/vᵀv: how fast its residual falls at first',
        target: '(200) the sum of the waves at i/200',
        measuredOutputs: '(200) the trained network',
      },
    },
    'design-frequencies': {
      citation:
        'Positive definite functions: Herglotz 1911, Bochner 1932, Carathéodory & Fejér 1911; Grenander & Szegő 1958; non-negative least squares: Lawson & Hanson 1974',
      note: 'The refinement finds a local minimum: rmsError is reached, lowerBound is proven. Works cited are from memory (unconfirmed); the statements are tested.',
      params: {
        dim: 'Width of the table: dim/2 frequencies.',
        context:
          'n: the kernel is fitted at lags 0 … n-1; 512 where neither n nor a profile is given. A given profile is then interpolated between its lags, and held beyond the ends.',
        target:
          'The wanted profile where none is given: exponential e^(-δ/L), gaussian e^(-δ²/2L²), power-law (1+δ/L)^-power, triangle max(0, 1-δ/L), linear 1-δ/L, logarithmic 1-ln(1+δ/L), cosine cos(2πδ/L), sinc sin(πδ/L)/(πδ/L).',
        length: 'L, in positions.',
        power: 'Exponent of the power law.',
        maxFrequency: 'Largest frequency, rad per position; π when left out.',
        oversampling: 'Grid points for each n-th part of the band [0, π]; powers of two, others are rounded up.',
        equalAmplitudes: 'All amplitudes the same: frequencies only, as in a plain sinusoidal or rotary table.',
        refinement:
          'Most steps of the refinement; 0 keeps the selected grid points. Left out: 2.5e10/(n·dim²), from 100 to 3000, some 5·10^10 operations, 5 to 15 s in a module where dim or n is large; fewer steps take less.',
      },
      outputs: {
        frequencies: '(dim/2) ω, rad per position, rising; pairs of amplitude 0 last',
        turns: '(dim/2) ω/2π: `frequencies` of the encoding fourier-features with axes 1',
        amplitudes: '(dim/2) a: `amplitudes` of that encoding',
        shares: '(dim/2) a²/Σa², the part of k(0); 0 for a zero kernel',
        pairs: 'number of amplitudes above 0',
        lags: '(n) fitted lags',
        target: '(n) wanted kernel',
        fitted: '(n) Σ a² cos(ωδ) of the frequencies and amplitudes above',
        rmsError: '√(Σ q (target - fitted)² / Σ q)',
        maxError: 'max |target - fitted| where q > 0',
        relativeError: 'rmsError over the weighted rms of the target',
        gridPairs: 'number of frequencies of the fit on the grid',
        gridError: 'rms error of the fit on the grid, with gridPairs frequencies',
        gridGap:
          'largest cosine of the angle between that residual and a wave of the grid: 0 = the KKT conditions hold, no number of grid frequencies fits better',
        selectedError: 'rms error of the dim/2 selected pairs, before refinement',
        steps: 'steps of the refinement',
        slope:
          'largest |cosine| between the residual and a derivative by a free frequency or weight: 0 = stationary, or an error of rounding only',
        anotherPair:
          'largest cosine between the residual and a wave: what one more pair could gain; 0 = best of all numbers of pairs',
        anotherFrequency: 'its frequency, rad per position',
        leastEigenvalue:
          'of the Toeplitz matrix of the target at lags 0 … n-1, within n·2^-51 of its largest one; negative = no table has this kernel. Up to n = 2048, and where no lag between is left out',
        positiveSemidefinite: '1 where that is not below -n·2^-51 of the largest one, else 0',
        lowerBound:
          'rms error below which no number of pairs of frequencies up to maxFrequency can come (weak duality); where lag 0 has weight',
      },
    },
  },
  layers: {
    dense: {
      citation: 'Jacot et al. 2018, arXiv:1806.07572; Lee et al. 2019, arXiv:1902.06720',
      params: {
        weightStd: 'σ_w: standard deviation of a weight times the square root of the input width.',
        biasStd: 'σ_b: standard deviation of a bias.',
        width: 'Number of outputs: the input width of the next dense layer, which the standard parameterisation needs.',
      },
    },
    relu: {
      citation: 'Cho & Saul 2009, Kernel methods for deep learning, NIPS',
      params: {
        negativeSlope: 'Slope a for x < 0: 0 is ReLU, -1 the absolute value.',
        positiveSlope: 'Slope b for x > 0.',
      },
    },
    erf: {
      citation: 'Williams 1997, Computing with infinite networks, NIPS',
      params: {
        a: 'Factor of the output.',
        b: 'Factor of the input.',
        c: 'Shift: see the formula.',
      },
    },
    sin: {
      citation: 'Elementary Gaussian integrals; neural-tangents Sin',
      params: {
        a: 'Factor of the output.',
        b: 'Factor of the input.',
        c: 'Shift: see the formula.',
      },
    },
    cos: {
      citation: 'Elementary Gaussian integrals; neural-tangents Cos',
      params: {
        a: 'Factor of the output.',
        b: 'Factor of the input.',
        c: 'Shift: see the formula.',
      },
    },
    rbf: {
      citation: 'Rahimi & Recht 2007; neural-tangents Rbf',
      params: { gamma: 'γ: inverse squared length of the Gaussian.' },
    },
    gelu: {
      citation: 'Hendrycks & Gimpel 2016, arXiv:1606.08415; kernel: Tsuchida et al. 2020, arXiv:2002.08517',
    },
    gaussian: {
      citation: 'Williams 1997; neural-tangents Gaussian',
      params: { a: 'Factor of the output.', b: 'Factor of x² in the exponent.' },
    },
    exp: {
      citation: 'Elementary Gaussian integrals; neural-tangents Exp',
      params: { a: 'Factor of the output.', b: 'Factor of the input.' },
    },
    sign: { citation: 'Cho & Saul 2009 (arc-cosine kernel of order 0)' },
    tanh: { citation: 'No closed form: Hermite series' },
    sigmoid: { citation: 'No closed form: Hermite series' },
    softplus: { citation: 'No closed form: Hermite series' },
    silu: { citation: 'Elfwing et al. 2018, arXiv:1702.03118; no closed form: Hermite series' },
  },
};
